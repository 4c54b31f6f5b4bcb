#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measure how long a replay takes, relative to the step that it replays.

For each workload two processes run side by side: the original, a Python process that runs the model's step
(``generated-benchmarks/traces/record/step_server.py``), and the replay, a JVM that runs the generated class
(``benchmarks.jar replay``). Both load the same PyTorch libraries, those of ``--python``, with one thread and the same
allocator settings. They take turns: while one runs a step, the other waits for its next request. Steps come in pairs
whose order alternates (original, replay, replay, original, ...), so that what changes slowly on the machine touches
both sides alike.

``python scripts/compare_with_original.py --python .venv/bin/python`` compares the default workloads and prints a table:

``ratio``
    Median replay time over median original time; below 1 the replay is faster.
``pair ratio``
    Median over pairs of the ratio within a pair, with its 95 % interval from order statistics; none with fewer than six
    pairs.
``user ms``, ``system ms``, ``faults``
    CPU time and minor page faults of the whole process over the timed steps, per step; a JVM's include its compiler
    threads.
``growth MiB``, ``growth ratio``
    The largest resident set of the process, less that with PyTorch loaded and before the model existed; with what each
    side loads on the way, such as the JVM's compiled code.
``instructions``, ``cache misses``
    What the processor counted, in millions per step; ``-`` where it offers no counters to this process.

``--allocator`` says how both sides get their memory:

``as-recorded``
    With the settings under which the trace was recorded: ``allocator_environment`` of its ``origin.json``.
``retained``
    What was freed stays in the process: glibc neither maps blocks one by one nor trims the heap.
``system``
    As glibc does by default.

Mistakes end with one line and status 2. Needs Linux, Python 3.10 and a built ``benchmarks.jar``.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import platform
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, NoReturn

FORMAT_VERSION = 2
"""Version of the ``--json`` layout; raised when a key changes its meaning or goes away."""

ROOT = Path(__file__).resolve().parent.parent
TRACES = ROOT / "generated-benchmarks" / "traces"
STEP_SERVER = TRACES / "record" / "step_server.py"
WORKLOADS = (
    "resnet50_train",
    "gpt_train",
    "bert_inference",
    "dlrm_train",
    "vit_train",
    "speech_train",
    "decode_inference",
    "moe_train",
)

ALLOCATORS = ("as-recorded", "retained", "system")
RETAINED = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(2**63 - 1)}
"""With these glibc keeps in the process what was freed."""

ALLOCATOR_PREFIXES = ("MALLOC_", "GLIBC_TUNABLES")
"""Variables that set glibc's allocator; of the caller's environment neither side inherits any."""

PROBE = """
import json, pathlib, torch
print(json.dumps({"version": torch.__version__, "lib": str(pathlib.Path(torch.__file__).resolve().parent / "lib")}))
"""
"""Tells in one line which PyTorch a Python has, and where its libraries are."""

QUANTITIES = (
    "user_seconds",
    "system_seconds",
    "minor_page_faults",
    "major_page_faults",
    "instructions",
    "cache_misses",
)
"""What a process answers to ``usage`` as a total since it started."""

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


@dataclass(frozen=True)
class Side:
    """What was measured of one of the two processes.

    :ivar nanoseconds: of each timed step, in the order of the pairs
    :ivar per_step: what the whole process used over these steps, divided by their number; None where it is not known
    :ivar peak_bytes: its largest resident set
    :ivar growth_bytes: the same above the resident set before the model existed; None where that is not known
    """

    nanoseconds: Sequence[int]
    per_step: Mapping[str, float | None]
    peak_bytes: int
    growth_bytes: int | None

    @staticmethod
    def of(nanoseconds: Sequence[int], before: Mapping[str, Any], after: Mapping[str, Any]) -> Side:
        """Evaluates the answers to ``usage`` before and after the timed steps."""

        def per_step(quantity: str) -> float | None:
            if after.get(quantity) is None:
                return None
            return (after[quantity] - before[quantity]) / len(nanoseconds)

        at_first = after.get("rss_before_workload_bytes")
        return Side(
            nanoseconds,
            {quantity: per_step(quantity) for quantity in QUANTITIES},
            after["peak_rss_bytes"],
            None if at_first is None else after["peak_rss_bytes"] - at_first,
        )

    def median_ms(self) -> float:
        return statistics.median(self.nanoseconds) / 1e6


@dataclass(frozen=True)
class Comparison:
    """Both sides of one workload."""

    workload: str
    allocator_environment: Mapping[str, str]
    original: Side
    replay: Side

    def ratio(self) -> float:
        """Median replay time over median original time."""
        return self.replay.median_ms() / self.original.median_ms()

    def growth_ratio(self) -> float | None:
        """Growth of the replay over that of the original, where both are known."""
        if self.original.growth_bytes is None or self.replay.growth_bytes is None:
            return None
        return self.replay.growth_bytes / self.original.growth_bytes

    def pair_ratios(self) -> list[float]:
        pairs = zip(self.original.nanoseconds, self.replay.nanoseconds, strict=True)
        return [replay / original for original, replay in pairs]

    def pair_ratio(self) -> float:
        return statistics.median(self.pair_ratios())

    def pair_interval(self) -> tuple[float, float] | None:
        return median_interval(self.pair_ratios())

    def as_json(self) -> dict[str, Any]:
        return {
            **asdict(self),
            "original_median_ms": self.original.median_ms(),
            "replay_median_ms": self.replay.median_ms(),
            "ratio": self.ratio(),
            "pair_ratio": self.pair_ratio(),
            "pair_ratio_interval": self.pair_interval(),
            "growth_ratio": self.growth_ratio(),
        }


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

    def step(self) -> int:
        """Runs one step and returns the nanoseconds that it took."""
        answer = self._ask("step")
        if not answer.isdecimal() or int(answer) == 0:
            raise Mistake(f"{self._name} answered {answer!r} instead of a step's nanoseconds")
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
    origin = TRACES / f"{workload}.origin.json"
    try:
        return json.loads(origin.read_text(encoding="utf-8"))["allocator_environment"]
    except (OSError, ValueError, KeyError) as failure:
        raise Mistake(f"{origin} does not tell the allocator; choose another with --allocator") from failure


def facts(options: argparse.Namespace, torch: Torch) -> dict[str, Any]:
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
        "pairs": options.pairs,
        "warmup_steps": options.warmup,
        "load_average_before": [round(load, 2) for load in os.getloadavg()],
    }


def measure(workload: str, original: Server, replay: Server, options: argparse.Namespace) -> tuple[Side, Side]:
    """Runs warm-up and timed steps by turns."""
    original_times: list[int] = []
    replay_times: list[int] = []
    turns = [(original, original_times), (replay, replay_times)]
    for _ in range(options.warmup):
        for server, _times in turns:
            server.step()
    before = original.usage(), replay.usage()
    for pair in range(options.pairs):
        progress(f"{workload}: pair {pair + 1} of {options.pairs}")
        for server, times in turns:
            times.append(server.step())
        turns.reverse()
    return (
        Side.of(original_times, before[0], original.usage()),
        Side.of(replay_times, before[1], replay.usage()),
    )


def compare(workload: str, options: argparse.Namespace, torch: Torch) -> Comparison:
    """Starts both processes, one after the other, and measures them."""
    started = time.monotonic()
    progress(f"{workload}: starting")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(ALLOCATOR_PREFIXES)}
    allocator = allocator_environment(options.allocator, workload)
    replay_command = [options.java, f"-Dcalque.torch.lib={torch.lib}", "-jar", str(options.jar), "replay", workload]
    replay_command += ["--on-request", "--threads", "1", "--allocator", options.allocator]
    original_command = [options.python, str(STEP_SERVER), workload, "--threads", "1", "--warmup", "1"]
    # The replay comes first: it starts sooner, and refuses a PyTorch of another version.
    with Server("the replay", replay_command, inherited) as replay:
        replay.await_ready()
        with Server("the original", original_command, {**inherited, **allocator}) as original:
            original.await_ready()
            compared = Comparison(workload, allocator, *measure(workload, original, replay, options))
    progress("")
    print(
        f"{workload}: {options.pairs} pairs in {time.monotonic() - started:.0f} s, ratio {compared.ratio():.3f}",
        file=sys.stderr,
        flush=True,
    )
    return compared


def progress(text: str) -> None:
    """Shows where a long run is, on a terminal only; empty text clears the line."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def table(comparisons: Sequence[Comparison]) -> str:
    """A Markdown table with a row for each workload; a cell for both sides has the original first."""
    cells = [row(compared) for compared in comparisons]
    rows = [list(cells[0]), *(list(line.values()) for line in cells)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join(
        "| " + " | ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]) + " |"
        for line in (rows[0], rule, *rows[1:])
    )


def row(compared: Comparison) -> dict[str, str]:
    """The cells of one workload, by their column."""
    original, replay = compared.original, compared.replay
    interval = compared.pair_interval()
    bounds = " ({:.3f}-{:.3f})".format(*interval) if interval else ""

    def both(quantity: str, unit: float, decimals: int) -> str:
        """What original and replay used per step."""
        return " / ".join(number(side.per_step[quantity], unit, decimals) for side in (original, replay))

    return {
        "workload": compared.workload,
        "original ms": f"{original.median_ms():.1f}",
        "replay ms": f"{replay.median_ms():.1f}",
        "ratio": f"{compared.ratio():.3f}",
        "pair ratio (95 %)": f"{compared.pair_ratio():.3f}{bounds}",
        "user ms": both("user_seconds", 1e-3, 1),
        "system ms": both("system_seconds", 1e-3, 1),
        "faults": both("minor_page_faults", 1, 0),
        "growth MiB": " / ".join(number(side.growth_bytes, 2**20, 0) for side in (original, replay)),
        "growth ratio": number(compared.growth_ratio(), 1, 3),
        "instructions": both("instructions", 1e6, 0),
        "cache misses": both("cache_misses", 1e6, 2),
    }


def number(value: float | None, unit: float, decimals: int) -> str:
    """A value in a unit, or a dash where it is not known."""
    return "-" if value is None else f"{value / unit:.{decimals}f}"


def summary(conditions: Mapping[str, Any], comparisons: Sequence[Comparison]) -> str:
    """The facts, then the table."""
    loads = [" ".join(map(str, conditions[f"load_average_{moment}"])) for moment in ("before", "after")]
    return "\n".join(
        [
            f"machine:   {conditions['cpu_model']}, {conditions['logical_cpus']} logical CPUs, {conditions['os']}",
            f"date:      {conditions['date']}",
            f"PyTorch:   {conditions['torch_version']}, 1 thread",
            f"JVM:       {conditions['jvm']}",
            f"allocator: {conditions['allocator']}",
            f"load:      {loads[0]} before, {loads[1]} after",
            f"steps:     {conditions['pairs']} pairs after {conditions['warmup_steps']} warm-up steps; "
            "two values in a cell: original / replay",
            "",
            table(comparisons),
        ]
    )


def positive(text: str) -> int:
    """An argument that counts something."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{value} is less than 1")
    return value


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Command line of the comparison."""
    parser = argparse.ArgumentParser(
        description="Measure how long a replay takes, relative to the PyTorch step that it replays."
    )
    parser.add_argument(
        "workloads", metavar="WORKLOAD", nargs="*", help=f"what to compare (default: {' '.join(WORKLOADS)})"
    )
    parser.add_argument("--python", default="python3", help="Python with PyTorch (default: %(default)s)")
    parser.add_argument("--java", default="java", help="Java to replay with (default: %(default)s)")
    parser.add_argument(
        "--jar",
        type=Path,
        default=ROOT / "benchmarks.jar",
        help="what to replay with (default: benchmarks.jar at the repository root)",
    )
    parser.add_argument("--pairs", type=positive, default=20, help="timed steps on each side (default: %(default)s)")
    parser.add_argument("--warmup", type=positive, default=5, help="steps to run first (default: %(default)s)")
    parser.add_argument(
        "--allocator",
        choices=ALLOCATORS,
        default=ALLOCATORS[0],
        help="how both sides get their memory (default: %(default)s)",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all times and facts to FILE")
    options = parser.parse_args(arguments)
    options.workloads = options.workloads or list(WORKLOADS)
    return options


def check(options: argparse.Namespace) -> None:
    """Finds out before the long work whether its files are there."""
    if not options.jar.is_file():
        raise Mistake(f"{options.jar} is not there; build it with 'mvn package', or name it with --jar")
    if options.json is not None and not os.access(options.json.absolute().parent, os.W_OK):
        raise Mistake(f"cannot write to {options.json.absolute().parent}; name another file with --json")


def run(options: argparse.Namespace) -> None:
    """Compares the workloads and prints what came out."""
    check(options)
    torch = find_torch(options.python)
    conditions = facts(options, torch)
    comparisons = [compare(workload, options, torch) for workload in options.workloads]
    conditions["load_average_after"] = [round(load, 2) for load in os.getloadavg()]
    print(summary(conditions, comparisons))
    if options.json is not None:
        content = {
            "format_version": FORMAT_VERSION,
            **conditions,
            "workloads": [compared.as_json() for compared in comparisons],
        }
        try:
            options.json.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
        except OSError as refusal:
            raise Mistake(f"cannot write {options.json} ({refusal.strerror})") from refusal


def terminate(_signal: int, _frame: FrameType | None) -> NoReturn:
    """Turns a signal into an exception, so that the servers are ended on the way out."""
    raise KeyboardInterrupt


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the comparison; a mistake ends with one line and status 2, an interruption with status 130."""
    signal.signal(signal.SIGTERM, terminate)
    options = parse_arguments(arguments)
    try:
        run(options)
    except Mistake as mistake:
        progress("")
        print(f"compare_with_original: {mistake}", file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        progress("")
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
