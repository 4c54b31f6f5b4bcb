#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts false alarms: runs the same benchmarks again and again, and compares each run with the next.

Nothing changes between two runs, so every change that the comparison reports is a false one. All runs stay in the folder of
--store; runs that are there already count, so that a comparison that was stopped goes on. With --in-turns each comparison is
one of `ab`, the same jar on both sides, fork about fork.

  scripts/compare_with_itself.py --comparisons 20 -- Dlrm -f 10 -wi 2 -i 5 -w 100ms -r 100ms
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jar", type=Path, default=ROOT / "benchmarks.jar", help="jar whose benchmarks are run")
    parser.add_argument("--results", type=Path, default=ROOT / "results" / "target" / "results.jar", help="the results.jar that compares")
    parser.add_argument("--store", type=Path, default=Path("false-alarms"), help="folder of the runs (default: %(default)s)")
    parser.add_argument("--comparisons", type=int, default=20, help="how many (default: %(default)s)")
    parser.add_argument("--in-turns", action="store_true", help="compare by `ab`, one fork of each side in turns")
    parser.add_argument("options", nargs="*", help="options of JMH, after --")
    given = parser.parse_args()
    for jar in (given.jar, given.results):
        if not jar.is_file():
            parser.error(f"there is no {jar}: build it with mvn package")
    if given.comparisons < 1:
        parser.error("--comparisons must be at least 1")
    return given


def runs(store: Path) -> list[Path]:
    return sorted(store.glob("*.run.json"))


def measure(given: argparse.Namespace) -> None:
    while len(runs(given.store)) <= given.comparisons:
        number = len(runs(given.store)) + 1
        print(f"run {number} of {given.comparisons + 1}", flush=True)
        ended = subprocess.run(
            ["java", "-jar", str(given.jar), *given.options, "--store", str(given.store)], capture_output=True, text=True, check=False
        )
        if ended.returncode != 0:
            sys.exit(f"{given.jar} ended with {ended.returncode}: {(ended.stdout + ended.stderr).strip().splitlines()[-1:]}")


def told(command: list[str]) -> dict[str, Any]:
    """What a comparison says as JSON."""
    ended = subprocess.run([*command, "--format", "json"], capture_output=True, text=True, check=False)
    if ended.returncode == 2:
        sys.exit(ended.stderr.strip())
    return json.loads(ended.stdout)


def one_after_the_other(given: argparse.Namespace) -> Iterator[tuple[str, dict[str, Any]]]:
    measure(given)
    stored = runs(given.store)
    for base, head in zip(stored, stored[1 : given.comparisons + 1]):
        yield f"{base.name} {head.name}", told(["java", "-jar", str(given.results), "diff", str(base), str(head)])


def in_turns(given: argparse.Namespace) -> Iterator[tuple[str, dict[str, Any]]]:
    for number in range(1, given.comparisons + 1):
        kept = given.store / f"{number:03}.json"
        if not kept.exists():
            print(f"comparison {number} of {given.comparisons}", flush=True)
            jar = str(given.jar)
            command = ["java", "-jar", str(given.results), "ab", "--out", str(given.store / f"{number:03}"), "--format", "json"]
            ended = subprocess.run([*command, jar, jar, *given.options], capture_output=True, text=True, check=False)
            if ended.returncode == 2:
                sys.exit(ended.stderr.strip())
            kept.write_text(ended.stdout)
        yield kept.name, json.loads(kept.read_text())


def count(comparisons: Iterable[tuple[str, dict[str, Any]]]) -> int:
    alarms = 0
    number = 0
    states: Counter[str] = Counter()
    for name, comparison in comparisons:
        decided = [row for row in comparison["rows"] if row["decides"]]
        changed = [row for row in decided if row["state"] in ("regressed", "improved")]
        alarms += bool(changed)
        number += 1
        states.update(row["state"] for row in decided)
        for row in changed:
            print(f"{name}: {row['benchmark']} {row['params']} {row['state']} {row['ratio']:.3f}")
    print(f"{number} comparisons of {states.total()} rows: {alarms} with a change; {dict(states)}")
    return 1 if alarms else 0


def main() -> int:
    given = arguments()
    given.store.mkdir(parents=True, exist_ok=True)
    return count(in_turns(given) if given.in_turns else one_after_the_other(given))


if __name__ == "__main__":
    sys.exit(main())
