# SPDX-License-Identifier: Apache-2.0
"""Record one step of a PyTorch model for Calque.

Calque turns a PyTorch execution trace into compiled benchmarks. This module makes such a trace from any step that a
Python callable can run, and writes three files into one folder:

``NAME.et.json.gz``
    The execution trace: every operator of exactly one step, with its arguments, shapes, strides and schema.
``NAME.kineto.json.gz``
    The profiler's timeline of that same step. An event's ``Record function id`` equals the ``rf_id`` attribute of the
    execution-trace node that it times.
``NAME.origin.json``
    What was run, on which machine, and how long a step takes without any recording (see ``README.md`` beside
    ``record/`` for each key).

Describe the step with a :class:`Workload` and hand its factory to :func:`main`::

    from calque_record import Workload, main

    def workload() -> Workload:
        model = torch.nn.Linear(64, 10)
        batch = torch.randn(32, 64)
        return Workload(
            name="linear_forward", description="one linear layer", step=lambda: model(batch),
            batch_size=32, items_per_step=32, item_unit="samples", training=False, modules=(model,),
        )

    if __name__ == "__main__":
        main(workload)

The data of a step is made before the step, so that only the step itself is recorded.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import datetime
import gzip
import hashlib
import inspect
import json
import os
import platform
import re
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from hardware_counters import Counter, Event

FORMAT_VERSION = 1
"""Version of the ``origin.json`` layout; raised when a key changes its meaning or goes away."""

STEP_LABEL = "calque: step"
"""Label around the recorded step: every operator of the step lies below it."""

INTEGER_RANGES = "ENABLE_PYTORCH_EXECUTION_TRACE_SAVE_INTEGRAL_TENSOR_RANGE"
"""Environment variable that makes the observer note the smallest and largest value of integer inputs."""

ALLOCATOR_VARIABLES = (
    "LD_PRELOAD",
    "MALLOC_ARENA_MAX",
    "MALLOC_CONF",
    "MALLOC_MMAP_THRESHOLD_",
    "MALLOC_TOP_PAD_",
    "MALLOC_TRIM_THRESHOLD_",
    "GLIBC_TUNABLES",
    "THP_MEM_ALLOC_ENABLE",
)
"""Variables that change how the process gets its memory, and with it the cost of a step."""


class RecordingError(Exception):
    """A mistake that the person running the recorder can put right; the message says how."""


class DoesNotFitError(RecordingError):
    """A workload that needs more memory than there is."""


def warn(message: str) -> None:
    """Tells the person at the terminal in one line what to know about a recording."""
    print(f"calque_record: {message}", file=sys.stderr)


def fail(message: str, status: int = 2) -> NoReturn:
    """Prints one line for the person at the terminal and ends the process, with status 2 if no other is given."""
    warn(message)
    raise SystemExit(status)


try:
    import torch
    from torch.profiler import ExecutionTraceObserver, ProfilerActivity, profile, record_function
except ImportError as missing:
    fail(f"this Python has no PyTorch with an execution trace observer ({missing}); see requirements.txt")
if "execution_trace_observer" not in inspect.signature(profile.__init__).parameters:
    fail(f"the profiler of PyTorch {torch.__version__} takes no execution trace observer; see requirements.txt")


@dataclasses.dataclass(frozen=True)
class Workload:
    """One step of one model, and what a reader must know to judge its speed.

    :ivar name: file name stem of the recording: letters, digits, ``_``, ``-`` and ``.``
    :ivar description: the model and its sizes in one sentence
    :ivar step: runs one whole step; called many times, and must do the same work each time
    :ivar batch_size: examples that one step processes, in all its micro batches
    :ivar items_per_step: how many of ``item_unit`` one step processes
    :ivar item_unit: what throughput counts, such as ``images``, ``tokens`` or ``samples``
    :ivar training: whether a step computes gradients and updates parameters
    :ivar modules: root modules whose submodules are to be labelled in the trace; may be empty
    :ivar device: where the step runs, in PyTorch's words
    :ivar dtype: the element type of the parameters, in PyTorch's words
    :ivar series: name of the ladder that this is a rung of: the same model and options at several batch sizes
    :ivar gradient_accumulation_steps: micro batches whose gradients add up before the optimizer runs
    :ivar sequence_length: positions of a sequence; None where there are no sequences
    :ivar flops_per_item: floating-point operations that the step's mathematics takes for one item, see ``flops.py``
    :ivar flops_formula: how they were counted, in words
    :ivar caraml: what of the CARAML benchmarks this is, by the words that their tables have; None if nothing
    """

    name: str
    description: str
    step: Callable[[], object]
    batch_size: int
    items_per_step: int
    item_unit: str
    training: bool
    modules: Sequence[torch.nn.Module] = ()
    device: str = "cpu"
    dtype: str = "float32"
    series: str | None = None
    gradient_accumulation_steps: int = 1
    sequence_length: int | None = None
    flops_per_item: int | None = None
    flops_formula: str | None = None
    caraml: Mapping[str, str | None] | None = None

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.-]*", self.name):
            raise RecordingError(f"workload name {self.name!r} must be letters, digits, '_', '-' or '.'")
        if self.batch_size < 1 or self.items_per_step < 1:
            raise RecordingError(
                f"workload {self.name}: batch_size {self.batch_size} and items_per_step {self.items_per_step} "
                "must be at least 1"
            )
        if self.gradient_accumulation_steps < 1 or self.batch_size % self.gradient_accumulation_steps:
            raise RecordingError(
                f"workload {self.name}: a batch of {self.batch_size} cannot be "
                f"{self.gradient_accumulation_steps} micro batches"
            )

    @property
    def micro_batch_size(self) -> int:
        """Examples that go through the model together."""
        return self.batch_size // self.gradient_accumulation_steps

    @property
    def parameters(self) -> int | None:
        """Trainable parameters of the modules, a shared one counted once; None where no module is known."""
        if not self.modules:
            return None
        trainable = {part for module in self.modules for part in module.parameters() if part.requires_grad}
        return sum(part.numel() for part in trainable)


@dataclasses.dataclass(frozen=True)
class Usage:
    """What this process has used: from ``getrusage``, and what the processor counted, None where it cannot be known."""

    user_cpu_seconds: float
    system_cpu_seconds: float
    minor_page_faults: int
    major_page_faults: int
    instructions: int | None
    cache_misses: int | None

    def per_step_since(self, before: Usage, steps: int) -> dict[str, float | None]:
        """The difference to ``before``, divided by ``steps``, under the keys of ``origin.json``."""
        earlier = dataclasses.asdict(before)
        return {
            f"{name}_per_step": None if value is None else round((value - earlier[name]) / steps, 6)
            for name, value in dataclasses.asdict(self).items()
        }


class Meter:
    """Reads what this process uses.

    To be made before the workload: its counters see only threads that start later.

    :ivar rss_before_workload_bytes: resident set with PyTorch loaded and no model made; None where it is not told
    """

    def __init__(self) -> None:
        self._instructions = Counter(Event.INSTRUCTIONS)
        self._cache_misses = Counter(Event.CACHE_MISSES)
        # PyTorch sets up parts of itself at its first operator, and loads some 70 MiB of modules for its first optimizer.
        parameter = torch.nn.Parameter(torch.zeros(1))
        parameter.sum().backward()
        torch.optim.SGD([parameter], lr=1.0).step()
        self.rss_before_workload_bytes = resident_bytes()

    def usage(self) -> Usage:
        """The totals of now."""
        counted = resource.getrusage(resource.RUSAGE_SELF)
        return Usage(
            counted.ru_utime,
            counted.ru_stime,
            counted.ru_minflt,
            counted.ru_majflt,
            self._instructions.value(),
            self._cache_misses.value(),
        )


def available_bytes(device: str) -> int | None:
    """Memory that a device, in PyTorch's words, has to give now; None where it is not told."""
    if device.startswith("cuda"):
        return torch.cuda.mem_get_info(device)[0]
    try:
        meminfo = Path("/proc/meminfo").read_text(encoding="ascii")
    except OSError:
        return None
    told = re.search(r"^MemAvailable:\s*(\d+) kB", meminfo, re.MULTILINE)
    return int(told[1]) * 1024 if told else None


def peak_memory_bytes() -> int:
    """The largest resident set that this process has had; ``ru_maxrss`` is in KiB, on macOS in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def resident_bytes() -> int | None:
    """The resident set of this process now, or None where ``/proc`` does not tell it."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def cpu_model() -> str:
    """The processor's name as its maker gives it."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def time_steps(step: Callable[[], object], count: int, synchronize: Callable[[], None]) -> list[float]:
    """Runs ``step`` ``count`` times and returns the seconds that each took."""
    seconds = []
    for _ in range(count):
        started = time.perf_counter_ns()
        step()
        synchronize()
        seconds.append((time.perf_counter_ns() - started) / 1e9)
    return seconds


def synchronizer(device: str) -> Callable[[], None]:
    """Waits for the device's queued work; nothing to wait for on the CPU."""
    return torch.cuda.synchronize if device.startswith("cuda") else lambda: None


def label_of(root: torch.nn.Module, name: str, module: torch.nn.Module, several_roots: bool) -> str:
    """``module: <qualified name> (<ClassName>)``; a root has no name of its own and goes by its class.

    Where there are several roots, the qualified names start with the class of their root, so that they stay apart.
    """
    kind = type(module).__name__
    root_kind = type(root).__name__
    if not name:
        name = root_kind
    elif several_roots:
        name = f"{root_kind}.{name}"
    return f"module: {name} ({kind})"


@contextlib.contextmanager
def module_labels(roots: Sequence[torch.nn.Module]) -> Iterator[None]:
    """Labels every module's forward call in the trace while the context is open.

    A label opens before the module's own hooks and closes after them, also where ``forward`` raises. A container whose
    ``forward`` is never called (such as ``ModuleList``) gets none, and a shared module goes by its first name.
    """
    open_labels: list[record_function] = []
    labelled: set[torch.nn.Module] = set()
    handles = []

    def opener(label: str) -> Callable[..., None]:
        def open_label(_module: torch.nn.Module, _inputs: object) -> None:
            scope = record_function(label)
            scope.__enter__()
            open_labels.append(scope)

        return open_label

    def close_label(_module: torch.nn.Module, _inputs: object, _output: object) -> None:
        open_labels.pop().__exit__(None, None, None)

    for root in roots:
        for name, module in root.named_modules(labelled):
            label = label_of(root, name, module, len(roots) > 1)
            handles.append(module.register_forward_pre_hook(opener(label), prepend=True))
            handles.append(module.register_forward_hook(close_label, always_call=True))
    try:
        yield
    finally:
        while open_labels:
            open_labels.pop().__exit__(None, None, None)
        for handle in handles:
            handle.remove()


@contextlib.contextmanager
def environment(name: str, value: str) -> Iterator[None]:
    """Sets one environment variable while the context is open."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


@contextlib.contextmanager
def registered_observer(path: Path) -> Iterator[ExecutionTraceObserver]:
    """An observer that, once started, writes to ``path``; the file is whole when the context has closed.

    PyTorch allows one observer per process.
    """
    observer = ExecutionTraceObserver().register_callback(str(path))
    if not observer.is_registered:
        raise RecordingError(f"PyTorch {torch.__version__} refused its execution trace observer; does another one run?")
    try:
        yield observer
    finally:
        observer.unregister_callback()


@contextlib.contextmanager
def observing(path: Path) -> Iterator[None]:
    """Writes an execution trace of what runs in the context to ``path``."""
    with registered_observer(path) as observer:
        observer.start()
        try:
            yield
        finally:
            observer.stop()


@dataclasses.dataclass(frozen=True)
class Recording:
    """What observer and profiler wrote about one step.

    :ivar trace: the execution trace as PyTorch wrote it
    :ivar operators: its operators, see :func:`operators_of`
    :ivar timeline: the profiler's timeline, without this host's paths and names
    :ivar labelled: whether modules are labelled in it
    """

    trace: bytes
    operators: list[str]
    timeline: dict[str, Any]
    labelled: bool


def built_on(device: str, workload_factory: Callable[[], Workload]) -> Workload:
    """Builds a workload whose tensors lie on a device, in PyTorch's words."""
    if device == "cpu":
        return workload_factory()
    if device.startswith("cuda") and not torch.cuda.is_available():
        raise RecordingError(f"PyTorch {torch.__version__} has no CUDA device here; leave --device out")
    try:
        torch.set_default_device(device)
    except RuntimeError as refusal:
        raise RecordingError(f"--device {device}: {str(refusal).splitlines()[0]}") from refusal
    return dataclasses.replace(workload_factory(), device=device)


def record_step(workload: Workload, modules: Sequence[torch.nn.Module], scratch: Path) -> Recording:
    """Runs one step under observer and profiler, with labels for the given modules."""
    trace = scratch / "et.json"
    timeline_file = scratch / "kineto.json"
    synchronize = synchronizer(workload.device)
    activities = [ProfilerActivity.CPU]
    if workload.device.startswith("cuda"):
        activities.append(ProfilerActivity.CUDA)
    with environment(INTEGER_RANGES, "1"), registered_observer(trace) as observer, module_labels(modules):
        with profile(activities=activities, execution_trace_observer=observer) as profiler:
            with record_function(STEP_LABEL):
                workload.step()
                synchronize()
    profiler.export_chrome_trace(str(timeline_file))
    timeline = read_json(timeline_file)
    timeline["traceName"] = f"{workload.name}.kineto.json"
    timeline.pop("host_name", None)
    return Recording(trace.read_bytes(), operators_of(read_json(trace)), timeline, bool(modules))


def operators_of(trace: dict[str, Any]) -> list[str]:
    """The operators of an execution trace in the order in which they began, each with its schema and inputs' forms."""
    return [
        json.dumps([schema, *(node["inputs"].get(aspect) for aspect in ("types", "shapes", "strides"))])
        for node in sorted(trace["nodes"], key=lambda node: node["id"])
        if (schema := attribute(node, "op_schema"))
    ]


def attribute(node: dict[str, Any], name: str) -> Any:
    """The value of a node's attribute, or None where the node lacks it."""
    return next((entry["value"] for entry in node["attrs"] if entry["name"] == name), None)


def read_json(path: Path) -> dict[str, Any]:
    """Parses one of PyTorch's own files, and says so where it is broken."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as broken:
        raise RecordingError(f"PyTorch {torch.__version__} wrote {path.name}, which is not JSON: {broken}") from broken


def record_truly(workload: Workload, scratch: Path) -> tuple[Recording, bool]:
    """Records a step that runs what it runs without labels, and tells whether two steps ran the same operators.

    Some modules look for hooks and take another path where they find any (``TransformerEncoderLayer`` in inference is
    one). The labels hang on hooks, so a step whose operators they change is recorded without them.
    """
    with observing(scratch / "plain.json"):
        workload.step()
    plain = operators_of(read_json(scratch / "plain.json"))
    recording = record_step(workload, workload.modules, scratch)
    if recording.operators == plain:
        return recording, True
    unlabelled = record_step(workload, (), scratch)
    if unlabelled.operators == plain:
        warn(f"{workload.name}: labelling its modules changed which operators ran; recorded without labels")
        return unlabelled, True
    warn(f"{workload.name}: two steps ran different operators; one of them is recorded")
    return recording, False


def write_compressed(text: bytes, path: Path) -> None:
    """Writes a gzip file that depends on ``text`` alone: no time, no file name in its header."""
    with path.open("wb") as file:
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=9, mtime=0) as packed:
            packed.write(text)


def machine() -> dict[str, Any]:
    """The machine and the software that a step ran on."""
    return {
        "torch_version": str(torch.__version__),
        "python_version": platform.python_version(),
        "os": platform.platform(),
        "cpu_model": cpu_model(),
        "logical_cpus": os.cpu_count(),
        "threads": torch.get_num_threads(),
    }


def timing(seconds: list[float]) -> dict[str, Any]:
    """Median and all values, in seconds to the nanosecond."""
    return {"median": round(statistics.median(seconds), 9), "all": [round(value, 9) for value in seconds]}


def record(
    workload: Workload, meter: Meter, out: Path, warmup: int, steps: int, command: str, timeline: bool = True
) -> dict[str, Any]:
    """Times the workload, records one step, writes the three files to ``out`` and returns the origin.

    :param timeline: whether to write the timeline; without it, one of the same name goes, for it is of another step
    """
    synchronize = synchronizer(workload.device)
    before_first_step = resident_bytes()
    time_steps(workload.step, warmup, synchronize)

    before = meter.usage()
    unobserved = time_steps(workload.step, steps, synchronize)
    usage = meter.usage().per_step_since(before, steps)
    peak = peak_memory_bytes()

    with tempfile.TemporaryDirectory(prefix="calque-record-") as scratch_name:
        scratch = Path(scratch_name)
        with observing(scratch / "overhead.json"):
            observed = time_steps(workload.step, steps, synchronize)
        recording, repeatable = record_truly(workload, scratch)
    packed = out / f"{workload.name}.et.json.gz"
    write_compressed(recording.trace, packed)
    timeline_file = out / f"{workload.name}.kineto.json.gz"
    if timeline:
        write_compressed(json.dumps(recording.timeline).encode("utf-8"), timeline_file)
    else:
        timeline_file.unlink(missing_ok=True)

    step_seconds = timing(unobserved)
    step_seconds_observed = timing(observed)
    origin = {
        "format_version": FORMAT_VERSION,
        "name": workload.name,
        "model": workload.description,
        **machine(),
        "device": workload.device,
        "dtype": workload.dtype,
        "series": workload.series,
        "batch_size": workload.batch_size,
        "micro_batch_size": workload.micro_batch_size,
        "gradient_accumulation_steps": workload.gradient_accumulation_steps,
        "sequence_length": workload.sequence_length,
        "items_per_step": workload.items_per_step,
        "item_unit": workload.item_unit,
        "training": workload.training,
        "parameters": workload.parameters,
        "flops_per_item": workload.flops_per_item,
        "flops_formula": workload.flops_formula,
        "caraml": workload.caraml,
        "operators": len(recording.operators),
        "module_labels": recording.labelled,
        "same_operators_each_step": repeatable,
        "step_seconds": step_seconds,
        "step_seconds_observed": step_seconds_observed,
        "observer_overhead": round(step_seconds_observed["median"] / step_seconds["median"], 4),
        **usage,
        "peak_memory_bytes": peak,
        "rss_before_workload_bytes": meter.rss_before_workload_bytes,
        "rss_before_first_step_bytes": before_first_step,
        "warmup_steps": warmup,
        "recorded": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "recorded_by": command,
        "allocator_environment": {name: os.environ[name] for name in ALLOCATOR_VARIABLES if name in os.environ},
        "sha256": hashlib.sha256(packed.read_bytes()).hexdigest(),
    }
    text = json.dumps(origin, indent=2, ensure_ascii=False) + "\n"
    (out / f"{workload.name}.origin.json").write_text(text, encoding="utf-8")
    return origin


def prepare_folder(folder: Path) -> None:
    """Makes the folder if need be, and finds out before the long work whether it takes files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as refusal:
        raise RecordingError(
            f"cannot write to {folder} ({refusal.strerror}); name another folder with --out"
        ) from refusal


def positive(text: str) -> int:
    """An argument that counts something."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{value} is less than 1")
    return value


@contextlib.contextmanager
def refused_memory() -> Iterator[None]:
    """Tells a refusal of memory, for which PyTorch has no exception of its own on the CPU, from other errors."""
    try:
        yield
    except (MemoryError, torch.OutOfMemoryError, RuntimeError) as refusal:
        text = str(refusal).partition("\n")[0]
        if isinstance(refusal, RuntimeError) and not re.search(r"allocate memory|out of memory", text):
            raise
        raise DoesNotFitError(f"memory ran out: {text}") from refusal


def main(
    workload_factory: Callable[..., Workload],
    arguments: Sequence[str] | None = None,
    add_options: Callable[[argparse.ArgumentParser], None] | None = None,
) -> None:
    """Command line of a recording script: builds the workload and records it.

    A mistake of the user's ends with one line and exit status 2, a step that does not fit into memory with 3.

    :param add_options: adds options of the script; the factory then gets each by its name
    """
    parser = argparse.ArgumentParser(description="Record one step of a PyTorch model for Calque.")
    if add_options:
        add_options(parser)
    own = vars(parser.parse_args([]))
    parser.add_argument("--out", type=Path, default=Path("."), help="folder to write to (default: here)")
    parser.add_argument("--threads", type=positive, default=1, help="threads of PyTorch's operators (default: 1)")
    parser.add_argument("--steps", type=positive, default=20, help="steps to time (default: 20)")
    parser.add_argument("--warmup", type=positive, default=5, help="steps to run first (default: 5)")
    parser.add_argument("--device", default="cpu", help="where the step runs, such as cuda (default: cpu)")
    parser.add_argument("--no-timeline", action="store_true", help="leave NAME.kineto.json.gz out")
    options = parser.parse_args(arguments)
    torch.set_num_threads(options.threads)
    own = {name: getattr(options, name) for name in own}
    command = " ".join([Path(sys.argv[0]).name, *(f"--{name} {value}" for name, value in own.items())])
    command += f" --threads {options.threads} --steps {options.steps} --warmup {options.warmup}"
    if options.device != "cpu":
        command += f" --device {options.device}"
    try:
        prepare_folder(options.out)
        meter = Meter()
        with refused_memory():
            workload = built_on(options.device, lambda: workload_factory(**own))
            origin = record(
                workload, meter, options.out, options.warmup, options.steps, command, not options.no_timeline
            )
    except DoesNotFitError as too_large:
        fail(str(too_large), status=3)
    except RecordingError as mistake:
        fail(str(mistake))
    print(
        f"{origin['name']}: {origin['operators']} operators, {origin['step_seconds']['median'] * 1e3:.1f} ms per step "
        f"({origin['observer_overhead']:.2f}x under the observer), written to {options.out}"
    )
