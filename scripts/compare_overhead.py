#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measure what a replayed operator costs above the native call.

The workloads of ``generated-benchmarks/traces/record/operator_overhead.py`` call one operator again and again on next
to no data. Five processes run the same step side by side, each with one thread and on the same PyTorch libraries, those
of ``--python``:

``C++ unboxed``, ``C++ boxed``
    Loops over ATen's functions, and over the boxed dispatcher in the order of a replay
    (``scripts/overhead/native_loops.cpp``, which this script compiles with ``--compiler``). Gradient mode is off.
``replay``
    The generated class: ``benchmarks.jar replay``.
``Python``, ``Python, trained``
    The recorded step itself, without gradients as it was recorded, and as the forward pass of training runs it, with
    operands that are trained (``scripts/overhead/eager_steps.py``).

They take turns on one CPU, in rounds whose order alternates. In its turn a process runs some steps to warm the caches
again, then as many that count; the median of those is its time of the round. Before the first round the replay runs
``--warmup`` steps: HotSpot's optimising compiler takes a generated method when it has run some 5,000 times. All this is
done ``--starts`` times over.

Columns are nanoseconds for each operator, median over starts of the median over rounds (the few that make a step's
operands are counted with the others); ratios of these medians, with the least and the largest of a start; and the bytes
that an operator allocates on the Java heap, from JMH's ``gc.alloc.rate.norm``.

Mistakes end with one line and status 2. Needs Linux, Python 3.10, a C++ compiler and a built ``benchmarks.jar``.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import statistics
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import side_by_side
from side_by_side import ROOT, TRACES, Mistake, Server, Torch, find_torch, positive, progress, run_probe

FORMAT_VERSION = 2
"""Version of the ``--json`` layout; raised when a key changes its meaning or goes away."""

SOURCES = ROOT / "scripts" / "overhead"
WORKLOADS = ("operator_overhead", "foreach_overhead", "cat_overhead", "convolution_overhead")

UNBOXED, BOXED, REPLAY, PYTHON, TRAINED = "C++ unboxed", "C++ boxed", "replay", "Python", "Python, trained"
NATIVE_WARMUP = 200
"""Steps before the first round of processes that have no compiler at work."""

ALLOCATED = "gc.alloc.rate.norm"


@dataclass(frozen=True)
class Overhead:
    """What was measured of one workload.

    :ivar operators: calls in a step
    :ivar nanoseconds: of an operator, by process and start: medians over rounds
    :ivar bytes_per_operator: on the Java heap
    """

    workload: str
    operators: int
    nanoseconds: Mapping[str, Sequence[float]]
    bytes_per_operator: float

    def median(self, process: str) -> float:
        """Nanoseconds of an operator, median over starts."""
        return statistics.median(self.nanoseconds[process])

    def ratio(self, numerator: str, denominator: str) -> float:
        """One process's time over another's."""
        return self.median(numerator) / self.median(denominator)

    def ratio_range(self, numerator: str, denominator: str) -> tuple[float, float]:
        """The least and the largest ratio of a start."""
        pairs = zip(self.nanoseconds[numerator], self.nanoseconds[denominator], strict=True)
        ratios = [above / below for above, below in pairs]
        return min(ratios), max(ratios)

    def as_json(self) -> dict[str, Any]:
        return {
            **asdict(self),
            "replay_over_boxed": self.ratio(REPLAY, BOXED),
            "python_over_replay": self.ratio(PYTHON, REPLAY),
            "trained_python_over_replay": self.ratio(TRAINED, REPLAY),
        }


def compile_loops(compiler: str, torch: Torch, folder: Path) -> Path:
    """Compiles the loops in C++ against the PyTorch that all processes use."""
    progress("compiling the loops in C++")
    lib = Path(torch.lib)
    program = folder / "native_loops"
    flags = ["-O2", "-std=c++17", "-isystem", str(lib.parent / "include"), str(SOURCES / "native_loops.cpp")]
    libraries = [f"-L{lib}", f"-Wl,-rpath,{lib}", "-ltorch", "-ltorch_cpu", "-lc10"]
    run_probe([compiler, *flags, "-o", str(program), *libraries], "name a C++ compiler with --compiler")
    return program


def operators_of(workload: str) -> int:
    """How many operators a step calls, as its recording says."""
    origin = TRACES / f"{workload}.origin.json"
    try:
        return json.loads(origin.read_text(encoding="utf-8"))["items_per_step"]
    except OSError as refusal:
        raise Mistake(f"{workload} is not recorded; choose from {', '.join(WORKLOADS)}") from refusal


def allocated_bytes(workload: str, options: argparse.Namespace, variables: Mapping[str, str], folder: Path) -> float:
    """The bytes that a step allocates on the Java heap, by JMH's own account."""
    progress(f"{workload}: allocation")
    benchmark = "".join(part.capitalize() for part in workload.split("_")) + ".step"
    result = folder / f"{workload}.json"
    fork = ["-f", "1", "-wi", "2", "-w", "2", "-i", "3", "-r", "2", "-prof", "gc", "--no-store"]
    command = [options.java, "-jar", str(options.jar), rf"\.{benchmark}$", *fork, "-rf", "json", "-rff", str(result)]
    settings = [f"{name}={value}" for name, value in variables.items()]
    run_probe(["env", *settings, *command], "see what it says by itself")
    metrics = json.loads(result.read_text(encoding="utf-8"))[0]["secondaryMetrics"]
    return next(metric["score"] for name, metric in metrics.items() if name.endswith(ALLOCATED))


def turn(server: Server, steps: int) -> float:
    """The median nanoseconds of a step, when as many have brought back what the others drove out of the caches."""
    for _ in range(steps):
        server.step()
    return statistics.median(server.step() for _ in range(steps))


def measure(
    workload: str, options: argparse.Namespace, torch: Torch, loops: Path, variables: Mapping[str, str]
) -> dict[str, float]:
    """Nanoseconds of a step by process, from one start of each."""
    eager = [options.python, str(SOURCES / "eager_steps.py"), workload]
    commands = {
        UNBOXED: [str(loops), workload, "unboxed"],
        BOXED: [str(loops), workload, "boxed"],
        REPLAY: side_by_side.replay_command(options, torch, workload),
        PYTHON: eager,
        TRAINED: [*eager, "--trained"],
    }
    with contextlib.ExitStack() as processes:
        servers = {
            name: processes.enter_context(Server(name, command, variables)) for name, command in commands.items()
        }
        for name, server in servers.items():
            server.await_ready()
            for _ in range(options.warmup if name == REPLAY else NATIVE_WARMUP):
                server.step()
            server.pin(options.cpu)
        times: dict[str, list[float]] = {name: [] for name in servers}
        turns = list(servers)
        for _ in range(options.rounds):
            for name in turns:
                times[name].append(turn(servers[name], options.steps))
            turns.reverse()
        return {name: statistics.median(rounds) for name, rounds in times.items()}


def overhead(workload: str, options: argparse.Namespace, torch: Torch, loops: Path) -> Overhead:
    """Measures one workload."""
    allocator = side_by_side.allocator_environment(options.allocator, workload)
    variables = {**side_by_side.inherited_environment(), **allocator, "CALQUE_TORCH_LIB": torch.lib}
    operators = operators_of(workload)
    starts = []
    for start in range(options.starts):
        progress(f"{workload}: start {start + 1} of {options.starts}")
        starts.append(measure(workload, options, torch, loops, variables))
    return Overhead(
        workload,
        operators,
        {name: [times[name] / operators for times in starts] for name in starts[0]},
        allocated_bytes(workload, options, variables, loops.parent) / operators,
    )


def row(measured: Overhead) -> dict[str, str]:
    """The cells of one workload, by their column."""
    def ratio(numerator: str, denominator: str) -> str:
        least, largest = measured.ratio_range(numerator, denominator)
        return f"{measured.ratio(numerator, denominator):.3f} ({least:.2f}-{largest:.2f})"

    return {
        "workload": measured.workload,
        **{name: f"{measured.median(name):,.0f}" for name in measured.nanoseconds},
        "replay : C++ boxed": ratio(REPLAY, BOXED),
        "Python : replay": ratio(PYTHON, REPLAY),
        "trained : replay": ratio(TRAINED, REPLAY),
        "Java bytes": f"{measured.bytes_per_operator:.2f}",
    }


def summary(conditions: Mapping[str, Any], overheads: Sequence[Overhead]) -> str:
    """The facts, then a row for each workload."""
    turns = f"{conditions['rounds']} rounds, {conditions['steps_per_turn']} steps a turn"
    steps = f"{conditions['starts']} starts, {turns}; nanoseconds per operator"
    described = side_by_side.described(conditions, steps)
    return described + "\n\n" + side_by_side.table([row(measured) for measured in overheads])


def parse_arguments() -> argparse.Namespace:
    """Command line of the comparison."""
    parser = side_by_side.parser("Measure what a replayed operator costs above the native call.", WORKLOADS)
    parser.add_argument("--compiler", default="g++", help="C++ compiler (default: %(default)s)")
    parser.add_argument("--starts", type=positive, default=6, help="starts of each process (default: %(default)s)")
    parser.add_argument("--rounds", type=positive, default=12, help="rounds of turns (default: %(default)s)")
    parser.add_argument(
        "--steps", type=positive, default=10, help="steps of a turn that count (default: %(default)s)"
    )
    parser.add_argument(
        "--warmup", type=positive, default=12_000, help="steps that the replay runs first (default: %(default)s)"
    )
    options = parser.parse_args()
    options.workloads = options.workloads or list(WORKLOADS)
    return options


def run() -> None:
    """Measures the workloads and prints what came out."""
    options = parse_arguments()
    side_by_side.check(options)
    for workload in options.workloads:
        operators_of(workload)
    torch = find_torch(options.python)
    version = run_probe([options.compiler, "--version"], "name a C++ compiler with --compiler").stdout
    conditions = side_by_side.facts(
        options,
        torch,
        compiler=version.splitlines()[0] + ", -O2",
        starts=options.starts,
        rounds=options.rounds,
        steps_per_turn=options.steps,
        warmup_steps=options.warmup,
    )
    with tempfile.TemporaryDirectory(prefix="calque-overhead-") as folder:
        loops = compile_loops(options.compiler, torch, Path(folder))
        overheads = [overhead(workload, options, torch, loops) for workload in options.workloads]
    conditions["load_average_after"] = side_by_side.load_average()
    progress("")
    print(summary(conditions, overheads))
    if options.json is not None:
        measured = [overhead.as_json() for overhead in overheads]
        side_by_side.write(options.json, {"format_version": FORMAT_VERSION, **conditions, "workloads": measured})


if __name__ == "__main__":
    side_by_side.main(run)
