# SPDX-License-Identifier: Apache-2.0
"""What the comparisons in this folder share: processes that take turns, PyTorch's place, facts of the machine, tables.

Mistakes end with one line and status 2, an interruption with status 130.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import platform
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, NoReturn

ROOT = Path(__file__).resolve().parent.parent
TRACES = ROOT / "generated-benchmarks" / "traces"

ALLOCATORS = ("as-recorded", "retained", "mapped", "system")
RETAINED = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(2**63 - 1)}
"""With these glibc keeps in the process what was freed."""

MAPPED = {"MALLOC_MMAP_THRESHOLD_": str(2**17), "MALLOC_TRIM_THRESHOLD_": str(2**17)}
"""With these glibc maps each block of 128 KiB or more by itself, and gives it back where it is freed."""

JAVA_HEAP = ("-Xms512m", "-XX:+AlwaysPreTouch")
"""With these the Java heap is resident from the start, and a replay grows by what is native."""

ALLOCATOR_PREFIXES = ("MALLOC_", "GLIBC_TUNABLES")
"""Variables that set glibc's allocator; of the caller's environment neither side inherits any."""

PROBE = """
import json, pathlib, torch
print(json.dumps({"version": torch.__version__, "lib": str(pathlib.Path(torch.__file__).resolve().parent / "lib")}))
"""
"""Tells in one line which PyTorch a Python has, and where its libraries are."""

CONFIDENCE = 0.95


class Mistake(Exception):
    """Something that the person at the terminal can put right; the message says what."""


@dataclass(frozen=True)
class Torch:
    """An installed PyTorch.

    :ivar version: with its local suffix, such as ``2.13.0+cpu``
    :ivar lib: the folder of its libraries
    """

    version: str
    lib: str


class Server(AbstractContextManager["Server"]):
    """A process that runs a step each time it is asked to; it ends with the context."""

    def __init__(self, name: str, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._name = name
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env=environment,
                encoding="utf-8",
                # A Ctrl-C at the terminal reaches this script alone, which then ends its servers.
                start_new_session=True,
            )
        except OSError as refusal:
            self._errors.close()
            raise Mistake(f"cannot run {command[0]} ({refusal.strerror})") from refusal

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            # Closing a pipe flushes it, which a process that has ended refuses.
            with suppress(OSError):
                if stream is not None:
                    stream.close()

    def await_ready(self) -> None:
        """Waits until the first step can be asked for."""
        answer = self._answer()
        if answer != "ready":
            raise Mistake(f"{self._name} began with {answer!r} instead of 'ready'")

    def pin(self, cpu: int) -> None:
        """Keeps every thread of the process on one CPU, that of the others: none has a better one."""
        for thread in Path(f"/proc/{self._process.pid}/task").iterdir():
            # A thread may have ended since it was listed.
            with suppress(ProcessLookupError):
                os.sched_setaffinity(int(thread.name), {cpu})

    def step(self) -> int:
        """Runs one step and returns the nanoseconds that it took."""
        return self._nanoseconds("step")

    def outside(self) -> int:
        """Runs one step under a profiler and returns the nanoseconds that it spent outside operators."""
        return self._nanoseconds("outside")

    def _nanoseconds(self, request: str) -> int:
        answer = self._ask(request)
        if not answer.isdecimal() or int(answer) == 0:
            raise Mistake(f"{self._name} answered {answer!r} to {request!r} instead of nanoseconds")
        return int(answer)

    def usage(self) -> dict[str, Any]:
        """What the process has used so far."""
        answer = self._ask("usage")
        try:
            return json.loads(answer)
        except ValueError as failure:
            raise Mistake(f"{self._name} answered {answer!r} instead of its usage") from failure

    def _ask(self, request: str) -> str:
        assert self._process.stdin is not None
        # A process that has ended takes no request; the missing answer then tells why.
        with suppress(BrokenPipeError):
            print(request, file=self._process.stdin, flush=True)
        return self._answer()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if line:
            return line.strip()
        status = self._process.wait()
        self._errors.seek(0)
        raise Mistake(f"{self._name} ended with status {status}: {last_line(self._errors.read())}")


def last_line(text: str) -> str:
    """The last line of ``text`` that is not blank."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing on standard error"


def median_interval(values: Sequence[float]) -> tuple[float, float] | None:
    """The narrowest symmetric interval between order statistics that covers the median in 95 % of cases.

    The number of values below the true median is binomial with probability 1/2. None if there are too few values.
    """
    count = len(values)
    outside = 0
    rank = 0
    while 2 * (outside + math.comb(count, rank)) <= (1 - CONFIDENCE) * 2**count:
        outside += math.comb(count, rank)
        rank += 1
    if rank == 0:
        return None
    ordered = sorted(values)
    return ordered[rank - 1], ordered[count - rank]


def run_probe(command: Sequence[str], purpose: str) -> subprocess.CompletedProcess[str]:
    """Runs a short command to its end and returns what it wrote."""
    try:
        return subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=True)
    except OSError as refusal:
        raise Mistake(f"cannot run {command[0]} ({refusal.strerror}); {purpose}") from refusal
    except subprocess.CalledProcessError as failure:
        raise Mistake(f"{command[0]}: {last_line(failure.stderr)}; {purpose}") from failure


def find_torch(python: str) -> Torch:
    """The PyTorch of a Python."""
    probed = run_probe([python, "-c", PROBE], "name a Python that has PyTorch with --python")
    return Torch(**json.loads(last_line(probed.stdout)))


def java_version(java: str) -> str:
    """How a JVM describes itself."""
    described = run_probe([java, "-version"], "name a Java 17 or later with --java")
    lines = described.stderr.splitlines()
    return next((line.strip() for line in lines if " VM " in line), last_line(described.stderr))


def cpu_model() -> str:
    """The processor's name as its maker gives it."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def allocator_environment(allocator: str, workload: str) -> Mapping[str, str]:
    """The variables that set the allocator of the original."""
    if allocator == "system":
        return {}
    if allocator == "retained":
        return RETAINED
    if allocator == "mapped":
        return MAPPED
    origin = TRACES / f"{workload}.origin.json"
    try:
        return json.loads(origin.read_text(encoding="utf-8"))["allocator_environment"]
    except (OSError, ValueError, KeyError) as failure:
        raise Mistake(f"{origin} does not tell the allocator; choose another with --allocator") from failure


def replay_command(options: argparse.Namespace, torch: Torch, workload: str) -> list[str]:
    """What replays steps on request."""
    allocator = "system" if options.allocator == "mapped" else options.allocator
    return [
        *[options.java, *JAVA_HEAP, f"-Dcalque.torch.lib={torch.lib}", "-jar", str(options.jar)],
        *["replay", workload, "--on-request", "--threads", "1", "--allocator", allocator],
        *["--device", options.device],
    ]


def inherited_environment() -> dict[str, str]:
    """The caller's environment without what sets the allocator."""
    return {name: value for name, value in os.environ.items() if not name.startswith(ALLOCATOR_PREFIXES)}


def facts(options: argparse.Namespace, torch: Torch, **further: Any) -> dict[str, Any]:
    """What a reader must know of the machine, the software and the settings."""
    return {
        "cpu_model": cpu_model(),
        "logical_cpus": os.cpu_count(),
        "os": platform.platform(),
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "torch_version": torch.version,
        "jvm": java_version(options.java),
        "threads": 1,
        "allocator": options.allocator,
        "device": options.device,
        "cpu": options.cpu,
        **further,
        "load_average_before": load_average(),
    }


def load_average() -> list[float]:
    """Over 1, 5 and 15 minutes."""
    return [round(load, 2) for load in os.getloadavg()]


def described(conditions: Mapping[str, Any], steps: str) -> str:
    """The facts, a line for each."""
    loads = [" ".join(map(str, conditions[f"load_average_{moment}"])) for moment in ("before", "after")]
    lines = {
        "machine": f"{conditions['cpu_model']}, {conditions['logical_cpus']} logical CPUs, {conditions['os']}",
        "CPU": f"number {conditions['cpu']}, all sides in turn",
        "date": conditions["date"],
        "PyTorch": f"{conditions['torch_version']}, 1 thread",
        "device": conditions["device"],
        "JVM": conditions["jvm"],
        "compiler": conditions.get("compiler"),
        "allocator": conditions["allocator"],
        "load": f"{loads[0]} before, {loads[1]} after",
        "steps": steps,
    }
    return "\n".join(f"{name + ':':<11}{line}" for name, line in lines.items() if line is not None)


def progress(text: str) -> None:
    """Shows where a long run is, on a terminal only; empty text clears the line."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def table(rows: Sequence[Mapping[str, str]]) -> str:
    """A Markdown table of cells by their column; the first column is a name, the others are figures."""
    lines = [list(rows[0]), *(list(row.values()) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join(
        "| " + " | ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]) + " |"
        for line in (lines[0], rule, *lines[1:])
    )


def positive(text: str) -> int:
    """An argument that counts something."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{value} is less than 1")
    return value


def parser(description: str, workloads: Sequence[str]) -> argparse.ArgumentParser:
    """A command line with what all comparisons take."""
    created = argparse.ArgumentParser(description=description)
    created.add_argument(
        "workloads", metavar="WORKLOAD", nargs="*", help=f"what to compare (default: {' '.join(workloads)})"
    )
    created.add_argument("--python", default="python3", help="Python with PyTorch (default: %(default)s)")
    created.add_argument("--java", default="java", help="Java to replay with (default: %(default)s)")
    created.add_argument(
        "--jar",
        type=Path,
        default=ROOT / "benchmarks.jar",
        help="what to replay with (default: benchmarks.jar at the repository root)",
    )
    created.add_argument(
        "--allocator",
        choices=ALLOCATORS,
        default=ALLOCATORS[0],
        help="how all sides get their memory (default: %(default)s)",
    )
    allowed = sorted(os.sched_getaffinity(0))
    created.add_argument(
        "--cpu",
        type=int,
        choices=allowed,
        default=allowed[0],
        metavar="N",
        help="CPU that all sides run on in turn, once they are ready (default: %(default)s)",
    )
    created.add_argument(
        "--device", default="cpu", help="where the operators of all sides run: cpu, cuda or cuda:N (default: cpu)"
    )
    created.add_argument("--json", type=Path, metavar="FILE", help="also write all times and facts to FILE")
    return created


def check(options: argparse.Namespace) -> None:
    """Finds out before the long work whether its files are there."""
    if not options.jar.is_file():
        raise Mistake(f"{options.jar} is not there; build it with 'mvn package', or name it with --jar")
    if options.json is not None and not os.access(options.json.absolute().parent, os.W_OK):
        raise Mistake(f"cannot write to {options.json.absolute().parent}; name another file with --json")


def write(file: Path, content: Mapping[str, Any]) -> None:
    """Writes what was measured."""
    try:
        file.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    except OSError as refusal:
        raise Mistake(f"cannot write {file} ({refusal.strerror})") from refusal


def terminate(_signal: int, _frame: FrameType | None) -> NoReturn:
    """Turns a signal into an exception, so that the servers are ended on the way out."""
    raise KeyboardInterrupt


def main(run: Callable[[], None]) -> None:
    """Runs a comparison."""
    signal.signal(signal.SIGTERM, terminate)
    try:
        run()
    except Mistake as mistake:
        progress("")
        print(f"{Path(sys.argv[0]).stem}: {mistake}", file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        progress("")
        raise SystemExit(130) from None
