#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `-prof power` costs the benchmark that it measures: forks with and without it, in turns.

A process moves the files of a power meter and of a processor's counter in a folder, since most machines have no sensor; each is
sampled every 10 ms. Forks take turns in pairs, the first of a pair being now one kind and now the other; of each counts the median of
its iterations, which each hold several readings and which others on the machine disturb now and then. Prints the ratio
with : without, its geometric mean with the 95 % interval over pairs, and what the sampling threads themselves took.

  scripts/compare_power_cost.py --pairs 32 -- Ruler.compute -wi 3 -i 20 -w 100ms -r 100ms
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

STUDENT = {31: 2.0395, 39: 2.0227, 47: 2.0117, 63: 1.9983}
"""Quantiles for 95 %, by degrees of freedom."""

CONSTANT_WATTS = 50


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jar", type=Path, default=ROOT / "benchmarks.jar", help="jar whose benchmark is run")
    parser.add_argument("--pairs", type=int, choices=[n + 1 for n in STUDENT], default=32, help="pairs of forks (default: %(default)s)")
    parser.add_argument("options", nargs="+", help="options of JMH that select one benchmark, after --")
    given = parser.parse_args()
    if not given.jar.is_file():
        parser.error(f"there is no {given.jar}: build it with mvn package")
    return given


def tree(root: Path) -> Path:
    """A /sys with a meter and a counter; the counter's file."""
    zone = root / "sys/class/powercap/intel-rapl:0"
    chip = root / "sys/class/hwmon/hwmon0"
    (chip / "device").mkdir(parents=True)
    zone.mkdir(parents=True)
    (zone / "name").write_text("package-0\n")
    (zone / "max_energy_range_uj").write_text("262143328850\n")
    (zone / "energy_uj").write_text("1000000000\n")
    (chip / "name").write_text("power_meter\n")
    (chip / "device/power1_oem_info").write_text("Module Power Socket 0\n")
    (chip / "device/power1_input").write_text(f"{CONSTANT_WATTS * 1_000_000}\n")
    return zone / "energy_uj"


def count(file: Path) -> None:
    """Moves the counter every 10 ms, by what constant power gives."""
    os.nice(10)
    start = time.monotonic()
    with file.open("r+b", buffering=0) as counter:
        while True:
            counter.seek(0)
            counter.write(b"%d\n" % (1_000_000_000 + int((time.monotonic() - start) * CONSTANT_WATTS * 1_000_000)))
            time.sleep(0.01)


def fork(given: argparse.Namespace, folder: Path, profiler: list[str]) -> tuple[float, list[str]]:
    """The median iteration of a fork, and what it says of sampling."""
    result = folder / "result.json"
    command = ["java", "-jar", str(given.jar), *given.options, "-f", "1", *profiler, "--no-store", "-rf", "json", "-rff", str(result)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        sys.exit((ended.stdout + ended.stderr).strip().splitlines()[-1])
    records = json.loads(result.read_text())
    if len(records) != 1:
        sys.exit(f"{len(records)} benchmarks match: select one")
    return statistics.median(records[0]["primaryMetric"]["rawData"][0]), [line for line in ended.stdout.splitlines() if "of a core" in line]


def main() -> int:
    given = arguments()
    with tempfile.TemporaryDirectory(prefix="calque-power-") as name:
        folder = Path(name)
        counting = multiprocessing.Process(target=count, args=(tree(folder / "root"),), daemon=True)
        counting.start()
        kinds: dict[bool, list[str]] = {True: ["-prof", f"power:period=10ms;root={folder / 'root'}"], False: []}
        logs = []
        for pair in range(given.pairs):
            scores = {}
            for measured in [True, False] if pair % 2 == 0 else [False, True]:
                scores[measured], told = fork(given, folder, kinds[measured])
                if told:
                    sampling = told
            logs.append(math.log(scores[True] / scores[False]))
            print(f"pair {pair + 1}: {math.exp(logs[-1]):.5f}", flush=True)
        counting.terminate()
    half = STUDENT[len(logs) - 1] * statistics.stdev(logs) / math.sqrt(len(logs))
    mean = statistics.mean(logs)
    low, middle, high = (math.exp(value) for value in (mean - half, mean, mean + half))
    print(f"with : without {middle:.5f} ({low:.5f}..{high:.5f}, 95 % of {len(logs)} pairs), median {math.exp(statistics.median(logs)):.5f}")
    print("\n".join(sampling))
    return 0


if __name__ == "__main__":
    sys.exit(main())
