# SPDX-License-Identifier: Apache-2.0
"""Run single steps of a workload on request, to compare the original with its replay side by side.

``python step_server.py MODEL`` builds the workload, warms it up, prints ``ready``, and then answers one line for each
line that it reads:

``step``
    Runs one step, with no observer and no profiler, and answers the nanoseconds that it took.
``usage``
    Answers one line of JSON: what this process has used so far.
``outside``
    Runs one step under PyTorch's profiler and answers the nanoseconds that it spent outside operators: in Python, in
    autograd's engine, and in what the profiler does there itself.
``quit``, or the end of the input
    Ends the process.

MODEL is the name of a workload or of its file beside this one, or the path of any Python file with a ``workload()``.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

import calque_record
import torch
from calque_record import Meter, RecordingError, Workload
from torch.profiler import ProfilerActivity, profile

FILES = {
    "resnet50_train": "resnet50.py",
    "gpt_train": "gpt.py",
    "bert_inference": "bert.py",
    "dlrm_train": "dlrm.py",
    "vit_train": "vit.py",
    "speech_train": "speech.py",
    "decode_inference": "decode.py",
    "moe_train": "moe.py",
    "mlp_train": "mlp.py",
}
"""The file beside this one that builds each workload."""


def file_of(model: str) -> Path:
    """Where the workload called ``model`` is built."""
    beside = Path(__file__).resolve().parent
    if model in FILES:
        return beside / FILES[model]
    if f"{model}.py" in FILES.values():
        return beside / f"{model}.py"
    if model.endswith(".py") and Path(model).is_file():
        return Path(model)
    raise RecordingError(f"unknown model {model!r}; choose one of {', '.join(FILES)}, or give the path of a .py file")


def build(model: str) -> Workload:
    """Loads the model's file and builds its workload."""
    file = file_of(model)
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None, f"{file} is no Python source"
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not hasattr(module, "workload"):
        raise RecordingError(f"{file} has no workload() that builds the step")
    return module.workload()


def usage(meter: Meter) -> dict[str, float | int | None]:
    """What this process has used so far, under the names that a replay answers with."""
    used = meter.usage()
    return {
        "user_seconds": used.user_cpu_seconds,
        "system_seconds": used.system_cpu_seconds,
        "minor_page_faults": used.minor_page_faults,
        "major_page_faults": used.major_page_faults,
        "rss_bytes": calque_record.resident_bytes(),
        "peak_rss_bytes": calque_record.peak_memory_bytes(),
        "rss_before_workload_bytes": meter.rss_before_workload_bytes,
        "instructions": used.instructions,
        "cache_misses": used.cache_misses,
    }


def nanoseconds_outside(step: Callable[[], object]) -> int:
    """What a step takes beside its outermost operators."""
    with profile(activities=[ProfilerActivity.CPU]) as profiler:
        started = time.perf_counter_ns()
        step()
        taken = time.perf_counter_ns() - started
    # Not profiler.events(), which builds an object for each event and its place in a tree.
    events = profiler.profiler.kineto_results.events()
    operators = sorted((event.start_ns(), event.end_ns()) for event in events if "::" in event.name())
    end = 0
    for begin, until in operators:
        if begin >= end:
            taken -= until - begin
            end = until
    return taken


def serve(workload: Workload, meter: Meter, requests: TextIO, answers: TextIO) -> None:
    """Answers requests until ``quit`` or the end of the input."""
    synchronize = calque_record.synchronizer(workload.device)
    print("ready", file=answers, flush=True)
    for line in requests:
        match line.strip():
            case "step":
                started = time.perf_counter_ns()
                workload.step()
                synchronize()
                print(time.perf_counter_ns() - started, file=answers, flush=True)
            case "outside":
                print(nanoseconds_outside(workload.step), file=answers, flush=True)
            case "usage":
                print(json.dumps(usage(meter)), file=answers, flush=True)
            case "quit":
                return
            case "":
                continue
            case request:
                raise RecordingError(f"unknown request {request!r}; write 'step', 'usage', 'outside' or 'quit'")


def main() -> None:
    """Command line of the server."""
    parser = argparse.ArgumentParser(description="Run single steps of a workload on request.")
    parser.add_argument("model", metavar="MODEL", help=f"{', '.join(FILES)}, or the path of a .py file")
    parser.add_argument("--threads", type=calque_record.positive, default=1, help="operators' threads (default: 1)")
    parser.add_argument("--warmup", type=calque_record.positive, default=5, help="steps to run first (default: 5)")
    parser.add_argument("--device", default="cpu", help="where the steps run, such as cuda (default: cpu)")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    # What a model prints must not mix with the answers.
    answers, sys.stdout = sys.stdout, sys.stderr
    try:
        meter = Meter()
        workload = calque_record.built_on(options.device, lambda: build(options.model))
        for _ in range(options.warmup):
            workload.step()
        serve(workload, meter, sys.stdin, answers)
    except RecordingError as mistake:
        calque_record.fail(str(mistake))


if __name__ == "__main__":
    main()
