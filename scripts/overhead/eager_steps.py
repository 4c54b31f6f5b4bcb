# SPDX-License-Identifier: Apache-2.0
"""Run steps of ``traces/record/operator_overhead.py`` under Python: ``eager_steps.py WORKLOAD [--trained]``.

Speaks as ``traces/record/step_server.py`` does: prints ``ready``, then answers each line ``step`` with nanoseconds.
"""

import argparse
import sys
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "generated-benchmarks" / "traces" / "record"))

import operator_overhead
import step_server
from calque_record import Meter


def main() -> None:
    """Command line of the server."""
    parser = argparse.ArgumentParser(description="Run steps of one operator each under Python.")
    parser.add_argument("workload", choices=operator_overhead.STEPS)
    parser.add_argument("--trained", action="store_true", help="as in the forward pass of training")
    options = parser.parse_args()
    torch.set_num_threads(1)
    meter = Meter()
    workload = operator_overhead.named(options.workload, options.trained)
    step_server.serve(workload, meter, sys.stdin, sys.stdout)


if __name__ == "__main__":
    main()
