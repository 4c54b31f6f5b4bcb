#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measure how long a replay takes, relative to the step that it replays.

For each workload two processes run side by side: the original, a Python process that runs the model's step
(``generated-benchmarks/traces/record/step_server.py``), and the replay, a JVM that runs the generated class
(``benchmarks.jar replay``). Both load the same PyTorch libraries, those of ``--python``, with one thread and the same
allocator settings. They take turns on one CPU: while one runs a step, the other waits for its next request. Steps come
in pairs whose order alternates (original, replay, replay, original, ...), so that what changes slowly on the machine
touches both sides alike. Both are started ``--starts`` times, for where memory happens to lie makes a process a few
percent faster or slower for its whole life.

``python scripts/compare_with_original.py --python .venv/bin/python`` compares the default workloads and prints a table:

``ratio``
    Median replay time over median original time; below 1 the replay is faster.
``pair ratio``
    Median over pairs of the ratio within a pair, with its 95 % interval from order statistics; none with fewer than six
    pairs.
``outside ms``
    What the original spends outside its outermost operators, in Python and in autograd's engine: a replay has none of
    it. Median over starts of three steps under PyTorch's profiler.
``ratio within``
    Median replay time over median original time less that.
``user ms``, ``system ms``, ``faults``
    CPU time and minor page faults of the whole process over the timed steps, per step; a JVM's include its compiler
    threads.
``growth MiB``, ``growth ratio``
    The largest resident set of the process, less that with PyTorch loaded and before the first tensor, median over
    starts; with what each side loads on the way, such as the JVM's compiled code. The Java heap is resident from the
    start.
``instructions``, ``cache misses``
    What the processor counted, in millions per step; ``-`` where it offers no counters to this process.

``--allocator`` says how both sides get their memory:

``as-recorded``
    With the settings under which the trace was recorded: ``allocator_environment`` of its ``origin.json``.
``retained``
    What was freed stays in the process: glibc neither maps blocks one by one nor trims the heap.
``mapped``
    Each block of 128 KiB or more is mapped by itself and given back where it is freed: page faults then tell how much
    the operators allocate.
``system``
    As glibc does by default, which depends on where free memory happens to lie.

Mistakes end with one line and status 2. Needs Linux, Python 3.10 and a built ``benchmarks.jar``.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import side_by_side
from side_by_side import TRACES, Server, Torch, find_torch, median_interval, positive, progress

FORMAT_VERSION = 3
"""Version of the ``--json`` layout; raised when a key changes its meaning or goes away."""

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

QUANTITIES = (
    "user_seconds",
    "system_seconds",
    "minor_page_faults",
    "major_page_faults",
    "instructions",
    "cache_misses",
)
"""What a process answers to ``usage`` as a total since it started."""

PROFILED_STEPS = 3


@dataclass(frozen=True)
class Start:
    """What was measured of one of the two processes.

    :ivar nanoseconds: of each timed step, in the order of the pairs
    :ivar used: what the whole process used over these steps; None where it is not known
    :ivar growth_bytes: its largest resident set above that before the first tensor
    :ivar outside: nanoseconds of a step outside operators; None of a replay
    """

    nanoseconds: Sequence[int]
    used: Mapping[str, float | None]
    growth_bytes: int
    outside: float | None = None

    @staticmethod
    def of(nanoseconds: Sequence[int], before: Mapping[str, Any], after: Mapping[str, Any]) -> Start:
        """Evaluates the answers to ``usage`` before and after the timed steps."""
        used = {name: None if after.get(name) is None else after[name] - before[name] for name in QUANTITIES}
        return Start(nanoseconds, used, after["peak_rss_bytes"] - after["rss_before_workload_bytes"])


@dataclass(frozen=True)
class Side:
    """All starts of one of the two processes."""

    starts: Sequence[Start]

    @property
    def nanoseconds(self) -> list[int]:
        """Of each timed step."""
        return [step for start in self.starts for step in start.nanoseconds]

    def per_step(self, quantity: str) -> float | None:
        """What a step used; None where it is not known."""
        used = [start.used[quantity] for start in self.starts]
        return None if None in used else sum(used) / len(self.nanoseconds)

    def growth_bytes(self) -> float:
        return statistics.median(start.growth_bytes for start in self.starts)

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

    def outside_ms(self) -> float:
        """What the original spends outside its operators."""
        return statistics.median(start.outside for start in self.original.starts if start.outside is not None) / 1e6

    def ratio_within(self) -> float:
        """Median replay time over what the original spends in its operators."""
        return self.replay.median_ms() / (self.original.median_ms() - self.outside_ms())

    def growth_ratio(self) -> float:
        """Growth of the replay over that of the original."""
        return self.replay.growth_bytes() / self.original.growth_bytes()

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
            "outside_ms": self.outside_ms(),
            "ratio_within": self.ratio_within(),
            "pair_ratio": self.pair_ratio(),
            "pair_ratio_interval": self.pair_interval(),
            "growth_ratio": self.growth_ratio(),
        }


def measure(workload: str, original: Server, replay: Server, options: argparse.Namespace) -> tuple[Start, Start]:
    """Runs warm-up and timed steps by side_by_side."""
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
    after = original.usage(), replay.usage()
    # Last, for the profiler's own memory.
    outside = statistics.median(original.outside() for _ in range(PROFILED_STEPS))
    return (
        replace(Start.of(original_times, before[0], after[0]), outside=outside),
        Start.of(replay_times, before[1], after[1]),
    )


def start_both(workload: str, options: argparse.Namespace, torch: Torch) -> tuple[Start, Start]:
    """Starts both processes, one after the other, and measures them."""
    allocator = side_by_side.allocator_environment(options.allocator, workload)
    environment = {**side_by_side.inherited_environment(), **allocator}
    replay_command = side_by_side.replay_command(options, torch, workload)
    original_command = [options.python, str(STEP_SERVER), workload, "--threads", "1", "--warmup", "1"]
    original_command += ["--device", options.device]
    # The replay comes first: it starts sooner, and refuses a PyTorch of another version.
    with Server("the replay", replay_command, environment) as replay:
        replay.await_ready()
        with Server("the original", original_command, environment) as original:
            original.await_ready()
            for server in (original, replay):
                server.pin(options.cpu)
            return measure(workload, original, replay, options)


def compare(workload: str, options: argparse.Namespace, torch: Torch) -> Comparison:
    """Measures one workload."""
    began = time.monotonic()
    progress(f"{workload}: starting")
    starts = [start_both(workload, options, torch) for _ in range(options.starts)]
    original, replay = (Side(side) for side in zip(*starts, strict=True))
    compared = Comparison(
        workload, side_by_side.allocator_environment(options.allocator, workload), original, replay
    )
    progress("")
    print(
        f"{workload}: {len(original.nanoseconds)} pairs in {time.monotonic() - began:.0f} s, "
        f"ratio {compared.ratio():.3f}",
        file=sys.stderr,
        flush=True,
    )
    return compared


def row(compared: Comparison) -> dict[str, str]:
    """The cells of one workload, by their column."""
    original, replay = compared.original, compared.replay
    interval = compared.pair_interval()
    bounds = " ({:.3f}-{:.3f})".format(*interval) if interval else ""

    def both(quantity: str, unit: float, decimals: int) -> str:
        """What original and replay used per step."""
        return " / ".join(number(side.per_step(quantity), unit, decimals) for side in (original, replay))

    return {
        "workload": compared.workload,
        "original ms": f"{original.median_ms():.1f}",
        "replay ms": f"{replay.median_ms():.1f}",
        "ratio": f"{compared.ratio():.3f}",
        "pair ratio (95 %)": f"{compared.pair_ratio():.3f}{bounds}",
        "outside ms": f"{compared.outside_ms():.1f}",
        "ratio within": f"{compared.ratio_within():.3f}",
        "user ms": both("user_seconds", 1e-3, 1),
        "system ms": both("system_seconds", 1e-3, 1),
        "faults": both("minor_page_faults", 1, 0),
        "growth MiB": " / ".join(number(side.growth_bytes(), 2**20, 0) for side in (original, replay)),
        "growth ratio": f"{compared.growth_ratio():.3f}",
        "instructions": both("instructions", 1e6, 0),
        "cache misses": both("cache_misses", 1e6, 2),
    }


def number(value: float | None, unit: float, decimals: int) -> str:
    """A value in a unit, or a dash where it is not known."""
    return "-" if value is None else f"{value / unit:.{decimals}f}"


def summary(conditions: Mapping[str, Any], comparisons: Sequence[Comparison]) -> str:
    """The facts, then a row for each workload."""
    starts = f"{conditions['starts']} starts of {conditions['pairs']} pairs"
    steps = f"{starts} after {conditions['warmup_steps']} warm-up steps; original / replay in a cell"
    rows = [row(compared) for compared in comparisons]
    return side_by_side.described(conditions, steps) + "\n\n" + side_by_side.table(rows)


def parse_arguments() -> argparse.Namespace:
    """Command line of the comparison."""
    parser = side_by_side.parser(
        "Measure how long a replay takes, relative to the PyTorch step that it replays.", WORKLOADS
    )
    parser.add_argument("--starts", type=positive, default=4, help="starts of each process (default: %(default)s)")
    parser.add_argument("--pairs", type=positive, default=10, help="timed steps of a start (default: %(default)s)")
    parser.add_argument("--warmup", type=positive, default=8, help="steps to run first (default: %(default)s)")
    options = parser.parse_args()
    options.workloads = options.workloads or list(WORKLOADS)
    return options


def run() -> None:
    """Compares the workloads and prints what came out."""
    options = parse_arguments()
    side_by_side.check(options)
    torch = find_torch(options.python)
    counts = {"starts": options.starts, "pairs": options.pairs, "warmup_steps": options.warmup}
    conditions = side_by_side.facts(options, torch, **counts)
    comparisons = [compare(workload, options, torch) for workload in options.workloads]
    conditions["load_average_after"] = side_by_side.load_average()
    print(summary(conditions, comparisons))
    if options.json is not None:
        measured = [compared.as_json() for compared in comparisons]
        side_by_side.write(options.json, {"format_version": FORMAT_VERSION, **conditions, "workloads": measured})


if __name__ == "__main__":
    side_by_side.main(run)
