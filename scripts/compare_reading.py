#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare how long it takes to read execution traces: Python as trace interpreters do it, Calque, and a bare JSON scan.

``python scripts/compare_reading.py --classpath CP TRACE...`` reads each trace (``.json``, ``.json.gz``, or in a
``.tar.gz``) from memory, single-threaded and in turns (Python, Calque, scan, Python, ...), so that what changes slowly
on the machine touches all alike. ``CP`` is the class path of the generator's tests, which has Calque's reader and
Jackson; ``mvn dependency:build-classpath -pl generator`` prints the part outside this repository.

``Python``
    ``json.loads`` and an object for each node: its attributes, its inputs and outputs, a tuple for each tensor, and links
    to parents and children.
``Calque``
    Everything that the generator reads, in a warm JVM (``--warmup`` reads before the first that counts).
``scan``
    Jackson passing over the same tokens without making anything of them, in the same JVM.
``cold``
    The first read in a fresh JVM; the start of the JVM is not in it. Median over ``--cold`` JVMs.

Figures are medians. ``--clock cpu`` counts the CPU time of the thread that reads, for a machine that is not idle; a
JVM's compiler and collector are not in it.

Mistakes end with one line and status 2. Needs Python 3.10 and a built generator.
"""

from __future__ import annotations

import argparse
import gc
import gzip
import io
import json
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path


class Node:
    """One node, as an interpreter of traces keeps it."""

    __slots__ = (
        "id", "name", "parent_id", "parent", "children", "rf_id", "fw_parent", "seq_id", "scope", "tid", "fw_tid",
        "op_schema", "further", "inputs", "outputs",
    )

    def __init__(self, fields: dict) -> None:
        self.id = fields["id"]
        self.name = fields["name"]
        self.parent = None
        self.children: list[Node] = []
        if "ctrl_deps" in fields:
            self.parent_id = fields["ctrl_deps"]
            attributes = {attribute["name"]: attribute["value"] for attribute in fields["attrs"]}
            inputs, outputs = fields["inputs"], fields["outputs"]
            self.inputs = arguments(inputs["values"], inputs["types"], inputs["shapes"], inputs.get("strides"))
            self.outputs = arguments(outputs["values"], outputs["types"], outputs["shapes"], outputs.get("strides"))
        else:
            self.parent_id = fields["parent"]
            attributes = fields
            self.inputs = arguments(fields["inputs"], fields["input_types"], fields["input_shapes"], None)
            self.outputs = arguments(fields["outputs"], fields["output_types"], fields["output_shapes"], None)
        self.rf_id = attributes["rf_id"]
        self.fw_parent = attributes["fw_parent"]
        self.seq_id = attributes["seq_id"]
        self.scope = attributes["scope"]
        self.tid = attributes["tid"]
        self.fw_tid = attributes["fw_tid"]
        self.op_schema = attributes["op_schema"]
        self.further = attributes if attributes is not fields else None


def arguments(values: list, types: list, shapes: list, strides: list | None) -> list[tuple]:
    """Type, value and shape of each; a tensor's value becomes a tuple, in lists too."""
    result = []
    for i, (value, kind, shape) in enumerate(zip(values, types, shapes)):
        if kind.startswith("Tensor"):
            value = tuple(value)
        elif kind.startswith("GenericList[Tensor"):
            value = [tuple(tensor) for tensor in value]
        result.append((kind, value, shape, strides[i] if strides is not None and i < len(strides) else None))
    return result


def read(text: bytes) -> dict[int, Node]:
    """All nodes by id, linked."""
    nodes = {fields["id"]: Node(fields) for fields in json.loads(text)["nodes"]}
    for node in sorted(nodes.values(), key=lambda node: node.id):
        parent = nodes.get(node.parent_id)
        if parent is not None and parent is not node:
            node.parent = parent
            parent.children.append(node)
    return nodes


def timed_read(text: bytes, clock: str) -> int:
    now = time.perf_counter_ns if clock == "wall" else time.thread_time_ns
    gc.collect()
    start = now()
    nodes = read(text)
    elapsed = now() - start
    del nodes
    return elapsed


class Jvm:
    """A JVM that reads and scans on request."""

    def __init__(self, options: argparse.Namespace) -> None:
        command = [options.java, "-Xmx2g", "-XX:+UseSerialGC", "-cp", options.classpath, "org.calque.reading.ReadTimes"]
        self.answer = 0 if options.clock == "wall" else 1
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def time(self, what: str, file: Path) -> int:
        self.process.stdin.write(f"{what} {file}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            fail(f"the JVM ended while it was asked to {what} {file}")
        return int(answer.split()[self.answer])

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def unpacked(trace: Path) -> bytes:
    """The text of the only trace in a file."""
    data = trace.read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    if data[257:262] == b"ustar":
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            texts = [archive.extractfile(member).read() for member in archive if member.name.endswith(".json")]
        data = max(texts, key=len)
    return data


def fail(message: str) -> None:
    print(f"compare_reading: {message}", file=sys.stderr)
    sys.exit(2)


def cold(file: Path, what: str, options: argparse.Namespace) -> float:
    times = []
    for _ in range(options.cold):
        jvm = Jvm(options)
        times.append(jvm.time(what, file))
        jvm.close()
    return statistics.median(times)


def row(trace: Path, folder: Path, options: argparse.Namespace) -> str:
    text = unpacked(trace)
    file = folder / "trace.json"
    file.write_bytes(text)
    jvm = Jvm(options)
    for _ in range(options.warmup):
        jvm.time("read", file)
        jvm.time("scan", file)
    python, calque, scan = [], [], []
    for _ in range(options.rounds):
        python.append(timed_read(text, options.clock))
        calque.append(jvm.time("read", file))
        scan.append(jvm.time("scan", file))
    jvm.close()
    medians = [statistics.median(times) for times in (python, calque, scan)]
    first = cold(file, "read", options)

    def figures(nanoseconds: float) -> str:
        return f"{nanoseconds / 1e6:.1f} ms, {len(text) / nanoseconds * 1e3:.0f} MB/s"

    name = trace.name.split(".")[0]
    return (
        f"| {name} | {len(text) / 1e6:.1f} | {figures(medians[0])} | {figures(medians[1])} | {figures(medians[2])} "
        f"| {medians[0] / medians[1]:.1f} | {medians[1] / medians[2]:.2f} "
        f"| {figures(first)} | {medians[0] / first:.1f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("traces", nargs="+", type=Path, metavar="TRACE")
    parser.add_argument("--classpath", required=True, help="class path of the generator's tests")
    parser.add_argument("--java", default="java")
    parser.add_argument("--clock", choices=["wall", "cpu"], default="wall")
    parser.add_argument("--rounds", type=int, default=15, help="reads that count, of each kind")
    parser.add_argument("--warmup", type=int, default=40, help="reads before them, in the JVM")
    parser.add_argument("--cold", type=int, default=5, help="fresh JVMs")
    options = parser.parse_args()
    for trace in options.traces:
        if not trace.is_file():
            fail(f"{trace}: no such file")
    print("| trace | MB | Python | Calque | scan | Python : Calque | Calque : scan | Calque, cold | Python : cold |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for trace in options.traces:
            print(row(trace, Path(folder), options), flush=True)


if __name__ == "__main__":
    main()
