# SPDX-License-Identifier: Apache-2.0
"""Record the small execution traces that the tests of the trace reader use.

Each recording shows one thing that PyTorch's execution trace observer or profiler does. They are tiny models on the
CPU with random weights. Every recording runs in a process of its own, for PyTorch has one observer per process, and
some of them need an environment variable or end with a killed process.

    python record_fixtures.py --out DIR            # all of them
    python record_fixtures.py --out DIR NAME...    # some of them

Needs PyTorch (2.13.0 was used), NumPy, and for ``compiled`` a C++ compiler.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import gzip
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import torch
import torch._inductor.config
import torch.distributed as dist
import torch.nn.functional as F
import torch.nn.utils.rnn as rnn
from torch.profiler import ExecutionTraceObserver, ProfilerActivity, profile, record_function, schedule
from torch.utils._pytree import tree_leaves

RANGES = "ENABLE_PYTORCH_EXECUTION_TRACE_SAVE_INTEGRAL_TENSOR_RANGE"
"""Environment variable that makes the observer note the smallest and largest value of integer inputs."""

DATA = "ENABLE_PYTORCH_EXECUTION_TRACE_SAVE_INTEGRAL_TENSOR_DATA"
"""Environment variable that lists the operators whose integer inputs the observer dumps to files."""

RANKS = 2
"""Processes of the recordings with communication."""


def pack(plain: Path, packed: Path) -> None:
    """Compresses a file so that the result depends on its content alone."""
    with packed.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as archive:
        archive.write(plain.read_bytes())


def pack_timeline(profiler: profile, packed: Path) -> None:
    """Compresses the profiler's timeline as it is, but for this machine's name and the path that it was exported to."""
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "timeline.json"
        profiler.export_chrome_trace(str(plain))
        text = plain.read_text(encoding="utf-8").replace(str(plain), packed.name)
        plain.write_text(text.replace(f'"{socket.gethostname()}"', '"host"'), encoding="utf-8")
        pack(plain, packed)


@contextlib.contextmanager
def registered(trace: Path) -> Iterator[ExecutionTraceObserver]:
    """An observer that writes to ``trace`` once it is started; the file is whole when the context closes."""
    observer = ExecutionTraceObserver().register_callback(str(trace))
    try:
        yield observer
    finally:
        observer.unregister_callback()


@contextlib.contextmanager
def observed(packed: Path) -> Iterator[None]:
    """Records what runs in the context to a compressed trace."""
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "et.json"
        with registered(plain) as observer:
            observer.start()
            try:
                yield
            finally:
                observer.stop()
        pack(plain, packed)


def tensor_range(out: Path) -> None:
    """Ranges of integer inputs: plain ones, within lists, of empty, boolean and filled tensors."""
    os.environ[RANGES] = "1"
    table = torch.nn.EmbeddingBag(50, 4, mode="sum")
    indices = torch.tensor([3, 49, 7, 7, 0, 21])
    offsets = torch.tensor([0, 2, 5])
    matrix = torch.randn(6, 5)
    with observed(out / "tensor_range.et.json.gz"):
        with record_function("step"):
            table(indices, offsets).sum().backward()
            matrix.index_select(0, indices.clamp(max=5))
            matrix[:, torch.tensor([4, 1])]
            matrix[torch.tensor([True, False, True, False, True, False])]
            torch.gather(matrix, 1, torch.tensor([[4, 0], [1, 3]]))
            torch.cat([indices.int(), torch.tensor([-9, 12], dtype=torch.int32)])
            torch.empty(0, dtype=torch.int64).add(1)
            torch.empty(3, dtype=torch.int16).fill_(7).bitwise_or(8)
            F.nll_loss(matrix.log_softmax(1), torch.tensor([0, 1, 2, 3, 4, 0]))


def tensor_data(out: Path) -> None:
    """Dumped integer inputs: contiguous ones, a view with an offset, a transposed one, and one within a list."""
    os.environ[RANGES] = "1"
    os.environ[DATA] = "aten::embedding,aten::index_select,aten::gather,aten::index"
    trace = out / "tensor_data.et.json"
    resources = out / "tensor_data.et_resources"
    resources.mkdir(exist_ok=True)
    weight = torch.randn(20, 3)
    words = torch.tensor([[1, 2], [19, 0]])
    backwards = torch.tensor([5, 4, 3], dtype=torch.int32)
    within = torch.arange(10, 20)[4:7]  # dumped from a wrong place: the observer takes elements for bytes
    transposed = torch.tensor([[0, 1, 2], [2, 1, 0]]).t()  # dumped as it lies in memory: 0 1 2 2 1 0
    columns = torch.tensor([2, 0])
    with registered(trace) as observer:
        observer.start()
        F.embedding(words, weight)
        weight.index_select(0, backwards)
        weight.index_select(0, within)
        torch.gather(weight, 1, transposed)
        weight[words[1]]
        weight[:, columns]
        observer.stop()


def index_calls() -> Iterator[tuple]:
    """Operators that not every integer or truth value is valid for, or that size a result by it, with operands."""
    aten = torch.ops.aten

    def below(limit: int, *sizes: int) -> torch.Tensor:
        return torch.randint(limit, sizes)

    def mask(*sizes: int) -> torch.Tensor:
        return torch.rand(sizes) > 0.6

    def numbers(*sizes: int) -> torch.Tensor:
        return torch.randn(sizes)

    ends = torch.tensor
    yield aten.embedding, numbers(50, 4), below(50, 3, 7)
    yield aten.embedding_renorm_, numbers(50, 4), below(50, 6), 1.0, 2.0
    yield aten.embedding_backward, numbers(3, 7, 4), below(50, 3, 7), 50, -1, False, False
    yield aten.embedding_dense_backward, numbers(3, 7, 4), below(50, 3, 7), 50, -1, False
    yield aten.embedding_sparse_backward, numbers(3, 7, 4), below(50, 3, 7), 50, -1, False
    yield aten.embedding_bag, numbers(50, 4), below(50, 12), ends([0, 2, 2, 9])
    yield aten._embedding_bag, numbers(50, 4), below(50, 12), ends([0, 5, 12]), False, 2, False, None, True
    yield aten._embedding_bag_forward_only, numbers(50, 4), below(50, 12), ends([0, 7]), False, 0, False, torch.rand(12)
    bags = ends([0, 5, 9]), ends([0] * 5 + [1] * 4 + [2] * 3), ends([5, 4, 3])
    backward = 50, False, 1, False, None, -1
    yield aten._embedding_bag_backward, numbers(3, 4), below(50, 12), *bags, ends([0]), *backward
    for mode, greatest in (1, ends([0])), (2, below(50, 3, 4)):
        indices = below(50, 12), bags[1].clone(), bags[2].clone(), greatest
        yield aten._embedding_bag_dense_backward, numbers(3, 4), *indices, 50, False, mode, None, -1
    bags = ends([0, 5, 9]), ends([0] * 5 + [1] * 4 + [2] * 3), ends([5, 4, 3])
    yield aten._embedding_bag_sparse_backward, numbers(3, 4), below(50, 12), *bags, 50, False, 1, None, -1
    weights = numbers(3, 4), numbers(50, 4), below(50, 12), ends([0, 5, 9]), bags[1].clone()
    yield aten._embedding_bag_per_sample_weights_backward, *weights, 0, -1

    yield aten.gather, numbers(6, 5), 1, below(5, 6, 5)
    yield aten.index_select, numbers(6, 5), 0, below(6, 3)
    yield aten.scatter, numbers(6, 5), 1, below(5, 6, 5), 1.0
    yield aten.scatter_add, numbers(6, 5), 1, below(5, 6, 5), numbers(6, 5)
    yield aten.scatter_reduce, numbers(6, 5), 1, below(5, 6, 5), numbers(6, 5), "amax"
    yield aten.index_add, numbers(6, 5), 0, below(6, 3), numbers(3, 5)
    yield aten.index_copy, numbers(6, 5), 1, ends([4, 2]), numbers(6, 2)
    yield aten.index_fill, numbers(6, 5), 1, below(5, 3), 0.5
    yield aten.index_reduce, numbers(6, 5), 0, below(6, 3), numbers(3, 5), "mean"
    yield aten.take_along_dim, numbers(6, 5), below(5, 1, 3), 1
    yield aten.take_along_dim, numbers(6, 5), below(30, 8)
    yield aten.take, numbers(6, 5), below(30, 3)
    yield aten.put, numbers(6, 5), ends([29, 0, 17]), numbers(3)
    yield aten.index_select_backward, numbers(3, 5), [6, 5], 0, below(6, 3)
    yield aten.value_selecting_reduction_backward, numbers(6), 1, below(5, 6), [6, 5], False
    yield aten._sparse_coo_tensor_unsafe, below(3, 2, 4), numbers(4), [6, 3]
    yield aten.sparse_coo_tensor, below(3, 2, 4), numbers(4), [6, 3]
    yield aten.index_select, numbers(6, 5), 0, ends(4)

    yield aten.index, numbers(6, 5), [below(6, 3)]
    yield aten.index, numbers(6, 5), [None, below(5, 3)]
    yield aten.index, numbers(6, 5), [below(6, 3), below(5, 3)]
    yield aten.index, numbers(4, 6, 5), [below(4, 2), None, below(5, 2)]
    yield aten._unsafe_index, numbers(6, 5), [None, below(5, 3)]
    yield aten.index_put, numbers(6, 5), [below(6, 3), below(5, 3)], numbers(3), True
    yield aten._unsafe_index_put, numbers(6, 5), [None, below(5, 3)], numbers(6, 3), True
    yield aten._index_put_impl_, numbers(6, 5), [below(6, 3)], numbers(3, 5), True

    some, few = mask(6, 5), ends([True, False, True, True, False, False])
    yield aten.index, numbers(6, 5), [some]
    yield aten.index, numbers(6, 5), [few.clone(), below(5, 3)]
    yield aten.index, numbers(4, 6, 5), [None, some.clone()]
    yield aten.index, numbers(4, 6, 5), [few[:4].clone(), None, below(5, 3)]
    yield aten.index, numbers(4, 6, 5), [None, few.clone(), below(5, 1, 3)]
    yield aten.index_put, numbers(6, 5), [some.clone()], numbers(int(some.sum()))
    yield aten.index_put, numbers(6, 5), [few.clone()], numbers(3, 5)
    yield aten.index_put, numbers(6, 5), [some.clone()], numbers(1)
    yield aten.masked_select, numbers(6, 5), mask(6, 5)
    yield aten.masked_select, numbers(6, 5), ends([[True, False, True, True, False]])
    yield aten.masked_scatter, numbers(6, 5), some.clone(), numbers(int(some.sum()))
    yield aten.where, mask(6, 5)
    yield aten.nonzero, mask(6, 5)
    yield aten.nonzero, few.long()
    yield aten.nonzero_numpy, mask(6, 5)
    yield aten.argwhere, mask(6, 5)
    yield aten.where, mask(6, 5), -float("inf"), numbers(6, 5)
    yield aten._masked_softmax, numbers(2, 3, 4, 4), mask(2, 3, 4, 4), 3, 2
    words = numbers(2, 5, 8)
    layer = numbers(24, 8), numbers(24), numbers(8, 8), numbers(8)
    padding = ends([[False] * 5, [False] * 4 + [True]])
    yield aten._native_multi_head_attention, words, words, words, 8, 2, *layer, padding, True, True, 1

    yield aten.nll_loss, numbers(6, 5), below(5, 6)
    yield aten.nll_loss_nd, numbers(6, 5), below(5, 6)
    yield aten.nll_loss_forward, numbers(6, 5), below(5, 6), None, 1, -100
    yield aten.nll_loss_backward, numbers(), numbers(6, 5), below(5, 6), None, 1, -100, ends(6.0)
    yield aten.nll_loss2d, numbers(2, 3, 4, 4), below(3, 2, 4, 4)
    yield aten.nll_loss2d_forward, numbers(2, 3, 4, 4), below(3, 2, 4, 4), None, 1, -100
    yield aten.nll_loss2d_backward, numbers(), numbers(2, 3, 4, 4), below(3, 2, 4, 4), None, 1, -100, ends(32.0)
    yield aten.cross_entropy_loss, numbers(6, 5), below(5, 6)
    yield aten.cross_entropy_loss, numbers(6, 5), torch.full((6, 5), 0.2)
    yield aten.multi_margin_loss, numbers(6, 5), below(5, 6)
    yield aten.multi_margin_loss_backward, numbers(), numbers(6, 5), below(5, 6), 1, 1
    yield aten.multilabel_margin_loss, numbers(6, 5), ends([[3, 0, -1, 1, 4]] * 6)
    yield aten.multilabel_margin_loss_forward, numbers(6, 5), ends([[3, 0, -1, 1, 4]] * 6), 1
    labels = ends([[3, 0, -1, 1, 4]] * 6)
    yield aten.multilabel_margin_loss_backward, numbers(), numbers(6, 5), labels, 1, torch.ones(6, 5)
    yield aten.one_hot, ends([0, 7, 2])
    yield aten.one_hot, below(5, 3), 9
    letters, spoken = ends([[1, 5, 5, 2], [3, 4, 2, 1]]), torch.log_softmax(numbers(12, 2, 6), 2)
    yield aten.ctc_loss, spoken, letters, ends([12, 10]), ends([4, 3])
    yield aten.ctc_loss, spoken, letters.clone().view(8)[:7].clone(), ends([12, 12]), ends([4, 3])
    lengths = [12, 10], [4, 3]
    yield aten._ctc_loss, spoken, letters.clone(), *lengths
    loss = aten._ctc_loss(spoken, letters, *lengths)
    yield aten._ctc_loss_backward, numbers(2), spoken, letters.clone(), *lengths, *loss, 0

    yield aten.bincount, ends([0, 7, 2])
    yield aten.bincount, below(5, 10), torch.rand(10), 12
    yield aten.repeat_interleave, numbers(3, 4), ends([3, 0, 2]), 0
    yield aten.repeat_interleave, numbers(3, 4), ends([2]), 1
    yield aten.repeat_interleave, ends([3, 0, 2])
    yield aten._unique, ends([5, 3, 5, 0])
    yield aten._unique2, ends([5, 3, 5, 0]), True, True, True
    yield aten.unique_consecutive, ends([4, 4, 1, 1, 1, 7])
    yield aten.floor_divide, below(9, 6), ends([3, 1, 2, 5, 7, 3])
    yield aten.remainder, below(9, 6), ends([3, 1, 2, 5, 7, 3])
    yield aten.fmod, below(9, 6), ends([3, 1, 2, 5, 7, 3])
    yield functools.partial(aten.div, rounding_mode="floor"), below(9, 6), ends([3, 1, 2, 5, 7, 3])

    yield aten._pack_padded_sequence, numbers(4, 7, 4), ends([7, 5, 5, 1]), True
    yield aten._pad_packed_sequence, numbers(18, 4), ends([4, 3, 3, 3, 3, 1, 1]), True, 0.0, 7
    yield aten._pack_padded_sequence_backward, numbers(18, 4), [4, 7, 4], ends([4, 3, 3, 3, 3, 1, 1]), True
    cell = [numbers(12, 4), numbers(12, 3), numbers(12), numbers(12)]
    state = numbers(1, 4, 3)
    packed = True, 1, 0.0, False, False
    yield aten.lstm.data, numbers(18, 4), ends([4, 3, 3, 3, 3, 1, 1]), [state, state], cell, *packed
    yield aten.gru.data, numbers(18, 4), ends([4, 3, 3, 3, 3, 1, 1]), state, [p[:9] for p in cell], *packed
    yield aten.rnn_tanh.data, numbers(18, 4), ends([4, 3, 3, 3, 3, 1, 1]), state, [p[:3] for p in cell], *packed
    yield aten.rnn_relu.data, numbers(18, 4), ends([4, 3, 3, 3, 3, 1, 1]), state, [p[:3] for p in cell], *packed
    yield functools.partial(aten.segment_reduce, lengths=ends([2, 4]), axis=0), numbers(6, 5), "sum"

    pool = [2, 2], [2, 2], [0, 0], [1, 1], False
    square = numbers(2, 3, 2, 2), numbers(2, 3, 4, 4)
    yield aten.max_pool2d_with_indices_backward, *square, *pool, below(16, 2, 3, 2, 2)
    pool = [2, 2, 2], [2, 2, 2], [0, 0, 0], [1, 1, 1], False
    small = 1, 1, 2, 2, 2
    cubic = numbers(*small), numbers(1, 1, 4, 4, 4)
    yield aten.max_pool3d_with_indices_backward, *cubic, *pool, below(64, *small)
    yield aten.adaptive_max_pool2d_backward, *square, below(16, 2, 3, 2, 2)
    yield aten.adaptive_max_pool3d_backward, *cubic, below(64, *small)
    yield aten.fractional_max_pool2d_backward, *square, [2, 2], [2, 2], below(16, 2, 3, 2, 2)
    yield aten.fractional_max_pool3d_backward, *cubic, [2, 2, 2], [2, 2, 2], below(64, *small)
    yield aten.max_unpool2d, numbers(2, 3, 2, 2), below(16, 2, 3, 2, 2), [4, 4]
    yield aten.max_unpool3d, numbers(*small), below(64, *small), [4, 4, 4], [2, 2, 2], [0, 0, 0]

    yield aten.bucketize, numbers(6, 5), ends([-1.0, 0.0, 0.5, 2.0])
    yield aten.searchsorted, ends([[1, 3, 5, 7], [2, 4, 6, 8]]), ends([[3, 6], [9, 0]])
    yield functools.partial(aten.searchsorted, sorter=ends([2, 0, 1])), ends([5, 9, 1]), ends([3, 6])
    yield aten.histogram, numbers(6, 5), ends([-2.0, -0.5, 0.0, 3.0])
    yield aten.histogramdd.TensorList_bins, numbers(6, 2), [ends([-2.0, -0.5, 0.0, 3.0]), ends([-1.0, 1.0])]
    yield aten.multinomial, torch.rand(3, 5), 2
    yield aten.bernoulli, torch.rand(3, 5)
    yield aten.bernoulli_, numbers(3, 5), torch.rand(3, 5)
    yield aten.binomial, torch.full((3,), 4.0), torch.rand(3)
    yield aten.poisson, torch.rand(6)
    yield aten._standard_gamma, torch.rand(6)
    yield aten._sample_dirichlet, torch.rand(2, 3)
    yield aten.quantile, numbers(6, 5), ends([0.1, 0.9]), 1
    yield aten.nanquantile, numbers(6, 5), ends([0.1, 0.9]), 1
    yield aten.binary_cross_entropy, torch.rand(6), torch.rand(6)
    yield aten.binary_cross_entropy_backward, numbers(6), torch.rand(6), torch.rand(6)


def index_operators(out: Path) -> None:
    """Every operator of ``index_calls`` on tensors of its own, and how models make indices, offsets and masks."""
    os.environ[RANGES] = "1"
    calls = list(index_calls())
    table, twenty = torch.randn(50, 4, requires_grad=True), torch.randn(20, 4)
    matrix, cube = torch.randn(6, 5), torch.randn(4, 6, 5)
    words, flat, rows = torch.randint(3, 50, (3, 7)), torch.randint(50, (12,)), torch.tensor([5, 0, 3])
    positions, experts, tokens = torch.arange(20).view(1, 20), torch.randint(8, (10,)), torch.randn(10, 4)
    counter, causal = torch.tensor([3]), torch.full((6, 6), -float("inf")).triu(1)
    counts = torch.tensor([3, 0, 2])
    with observed(out / "index_operators.et.json.gz"):
        for operator, *operands in calls:
            for result in tree_leaves(operator(*operands)):
                if not result.is_sparse:
                    result.detach()  # a result that nothing takes is not kept
        with record_function("made of other integers"):
            F.embedding(words, table, padding_idx=0).sum().backward()
            F.embedding(positions[:, :7], twenty)
            F.embedding(words - 3, table)
            F.embedding(words % 11, twenty)
            F.embedding(words.repeat(2, 1).clamp(max=19), twenty)
            F.embedding(words + torch.tensor([[0], [0], [0]]), table)
            twenty.index_select(0, counter.add_(1))
            lengths = torch.tensor([4, 0, 8])
            F.embedding_bag(flat, table, F.pad(lengths.cumsum(0), (1, 0))[:-1])
        with record_function("in another place, shape or type"):
            F.embedding(torch.cat([words, words.flip(0)]), table)
            F.embedding(torch.stack([rows, rows.flip(0)]).to(torch.int32), table)
            F.embedding(F.pad(words[:, 1:], (1, 0)), table)
            unsorted = torch.tensor([2, 7, 3, 3])
            rnn.pack_padded_sequence(torch.randn(4, 7, 4), unsorted, batch_first=True, enforce_sorted=False)
        with record_function("sizes that the step computes"):
            matrix[words[:2, :3].flatten() != 7].relu()
            matrix[matrix > 0].relu()
            for expert in range(2):
                rank, token = torch.where(F.one_hot(experts.view(5, 2), 8).permute(2, 1, 0)[expert])
                torch.zeros(5, 4).index_add(0, token, tokens[token])
            counts.repeat_interleave(counts).detach()
            torch.bincount(counts).detach()
            torch.unique(counts).detach()
        with record_function("masks of attention"):
            visible = torch.ones(6, 6, dtype=torch.bool).tril()
            F.scaled_dot_product_attention(cube, cube, cube, attn_mask=visible)
            F.scaled_dot_product_attention(cube, cube, cube, attn_mask=causal)
            matrix.masked_fill(rows.repeat(2).view(6, 1) == 7, -float("inf")).softmax(1)
            matrix.masked_fill(torch.tensor([[False]] * 6), -float("inf")).softmax(1)


def two_layers() -> torch.nn.Module:
    """The perceptron that several recordings train."""
    return torch.nn.Sequential(torch.nn.Linear(6, 8), torch.nn.ReLU(), torch.nn.Linear(8, 3))


def training(model: torch.nn.Module) -> Callable[[torch.Tensor, torch.Tensor], None]:
    """One step of training a classifier with stochastic gradient descent."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)

    def step(features: torch.Tensor, classes: torch.Tensor) -> None:
        optimizer.zero_grad()
        F.cross_entropy(model(features), classes).backward()
        optimizer.step()

    return step


def profiler_steps(out: Path) -> None:
    """Several profiler steps, with a data loader in the loop, and the profiler's timeline of the same steps."""
    data = torch.utils.data.TensorDataset(torch.randn(24, 6), torch.randint(3, (24,)))
    loader = torch.utils.data.DataLoader(data, batch_size=4, num_workers=0)
    step = training(two_layers())
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "et.json"
        observer = ExecutionTraceObserver().register_callback(str(plain))
        with profile(
            activities=[ProfilerActivity.CPU],
            schedule=schedule(wait=1, warmup=1, active=3, repeat=1),
            record_shapes=True,
            execution_trace_observer=observer,
            on_trace_ready=lambda profiler: pack_timeline(profiler, out / "profiler_steps.kineto.json.gz"),
        ) as profiler:
            for features, classes in loader:
                step(features, classes)
                profiler.step()
        observer.unregister_callback()
        pack(plain, out / "profiler_steps.et.json.gz")


def unrelated_timeline(out: Path) -> None:
    """A trace of one step, and a timeline of three other steps without ids that lead from one to the other."""
    step = training(two_layers())
    features, classes = torch.randn(4, 6), torch.randint(3, (4,))
    step(features, classes)
    with observed(out / "unrelated_timeline.et.json.gz"):
        step(features, classes)
    with profile(activities=[ProfilerActivity.CPU]) as profiler:
        for _ in range(3):
            step(features, classes)
    pack_timeline(profiler, out / "unrelated_timeline.kineto.json.gz")


def talk(rank: int) -> None:
    """Every kind of communication that the gloo backend has."""
    model = torch.nn.parallel.DistributedDataParallel(two_layers())
    step = training(model)
    for _ in range(2):  # the second step has the final gradient buckets
        step(torch.randn(4, 6), torch.randint(3, (4,)))
    mine = torch.arange(4.0) + rank
    theirs = [torch.empty(4) for _ in range(RANKS)]
    with record_function("collectives"):
        dist.all_reduce(mine)
        dist.all_reduce(mine.to(torch.int32), op=dist.ReduceOp.MAX)
        dist.all_gather(theirs, mine)
        dist.all_gather_into_tensor(torch.empty(8), mine)
        dist.broadcast(mine, src=1)
        dist.reduce(mine, dst=0)
        dist.gather(mine, theirs if rank == 0 else None, dst=0)
        dist.scatter(mine, theirs if rank == 0 else None, src=0)
        dist.all_to_all_single(torch.empty(4), mine)
        uneven = [1, 3] if rank == 0 else [3, 1]
        dist.all_to_all_single(torch.empty(sum(uneven)), mine, output_split_sizes=uneven, input_split_sizes=uneven)
        dist.reduce_scatter_tensor(torch.empty(2), mine)
        dist.barrier()
    with record_function("point to point"):
        if rank == 0:
            dist.isend(mine, dst=1).wait()
            dist.recv(mine, src=1)
        else:
            dist.irecv(mine, src=0).wait()
            dist.send(mine, dst=0)
    pair = dist.new_group([0, 1], group_desc="a second group")
    dist.all_reduce(mine, group=pair, async_op=True).wait()


def rank_process(rank: int, store: str, folder: str) -> None:
    """One rank of ``ranks``."""
    torch.manual_seed(rank)
    torch.set_num_threads(1)
    dist.init_process_group("gloo", init_method=f"file://{store}", rank=rank, world_size=RANKS)
    with observed(Path(folder) / f"rank-{rank}.json.gz"):
        talk(rank)
    dist.destroy_process_group()


def ranks(out: Path) -> None:
    """Two ranks that train together and talk to each other."""
    folder = out / "ranks"
    folder.mkdir(exist_ok=True)
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
    with tempfile.TemporaryDirectory() as scratch:
        torch.multiprocessing.spawn(rank_process, (str(Path(scratch) / "store"), str(folder)), nprocs=RANKS)


def unescaped_names(out: Path) -> None:
    """Labels with characters that JSON escapes, and neither the observer nor the profiler does."""
    value = torch.ones(2)
    labels = (
        'the "quoted" label',
        "back\\slash C:\\new\\temp",
        "ends with a backslash\\",
        "two\nlines",
        "tab\there",
        "grüße, 世界 \U0001f600",
        'mean ", "ctrl_deps": 1, "id": 99, "name": "aten::add',
        "{braces} [brackets], commas",
        "",
    )
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "et.json"
        observer = ExecutionTraceObserver().register_callback(str(plain))
        with profile(activities=[ProfilerActivity.CPU], execution_trace_observer=observer) as profiler:
            for label in labels:
                with record_function(label):
                    value = value + 1
            with record_function("arguments", 'an argument with "quotes", a \\ and a\nnewline'):
                value.mul(2)
        observer.unregister_callback()
        pack(plain, out / "unescaped_names.et.json.gz")
        pack_timeline(profiler, out / "unescaped_names.kineto.json.gz")


def be_killed(trace: Path) -> NoReturn:
    """Trains one step, and is killed in the middle of the next."""
    step = training(two_layers())
    observer = ExecutionTraceObserver().register_callback(str(trace))  # ends the trace when nothing refers to it
    observer.start()
    with record_function("a whole step"):
        step(torch.randn(4, 6), torch.randint(3, (4,)))
    with record_function("the last step"):
        two_layers()(torch.randn(4, 6))
        os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("a killed process goes on")


def cut_off(out: Path) -> None:
    """A process that is killed in the middle of a step."""
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "et.json"
        child = os.fork()
        if child == 0:
            be_killed(trace)
        os.waitpid(child, 0)
        pack(trace, out / "cut_off.et.json.gz")


def orphans(out: Path) -> None:
    """An observer that starts within one label and stops within another."""
    value = torch.randn(3, 4)
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "et.json"
        with registered(plain) as observer:
            with record_function("began before the start"):
                with record_function("also began before"):
                    observer.start()
                    value = value + 1
                value = value.t().contiguous()
            with record_function("whole"):
                value = value.relu()
            with record_function("never ends"):
                with record_function("ends, below one that never does"):
                    value = F.softmax(value, dim=0)
                with record_function("never ends either"):
                    value = value.sum(0)
                    observer.stop()
            value.exp()
        pack(plain, out / "orphans.et.json.gz")


def restarted(out: Path) -> None:
    """An observer that is started twice: two steps in one file."""
    step = training(two_layers())
    features, classes = torch.randn(4, 6), torch.randint(3, (4,))
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "et.json"
        with registered(plain) as observer:
            for _ in range(2):
                observer.start()
                step(features, classes)
                observer.stop()
                step(features, classes)
        pack(plain, out / "restarted.et.json.gz")


def inf_nan(out: Path) -> None:
    """Floating-point arguments without a JSON form, and those that six decimals cannot hold."""
    value = torch.randn(2, 3)
    with observed(out / "inf_nan.et.json.gz"):
        for number in (float("inf"), float("-inf"), float("nan"), -float("nan"), 1e-8, 1e10, 1e30, -0.0, 0.1):
            value.clamp(min=number)
            value.masked_fill(value > 0, number)
            torch.full((2,), number)
        torch.clamp(value, min=-float("inf"), max=float("inf"))
        torch.nan_to_num(value, nan=float("nan"), posinf=float("inf"), neginf=float("-inf"))
        value.add(1, alpha=3)
        torch.full((2,), 3 + 4j)
        torch.full((2,), 2**62)


def identity(out: Path) -> None:
    """Tensors that share memory in every way there is, and addresses that come back."""
    flat = torch.randn(64)
    upper, lower = flat[:32].view(4, 8), flat[32:].view(8, 4)
    words = torch.arange(16, dtype=torch.int32)
    words_as_floats = words.view(torch.float32)
    frequencies = torch.randn(4, 3, dtype=torch.complex64)
    frequencies_as_reals = torch.view_as_real(frequencies)
    image = torch.randn(2, 3, 4, 4).to(memory_format=torch.channels_last)
    middle = torch.randn(100)[10:20]
    rows = torch.randn(1, 5).expand(3, 5)
    windows = torch.arange(10.0).as_strided((4, 3), (2, 1))
    matrices = [torch.randn(4, 4), torch.randn(4, 4)]
    parameter = torch.nn.Parameter(torch.randn(4, 4))
    counter = torch.tensor(3)
    reused = torch.randn(16)
    buffer = torch.empty(0)
    memory = torch.nn.LSTM(4, 3)
    sequence = torch.randn(5, 2, 4)
    places = [torch.tensor([1, 2]), torch.tensor([0, 3])]

    def step() -> None:
        with record_function("views from before"):
            (upper @ lower).relu_()
            upper.mul_(0.5)
            flat.sum()
            middle.neg()
            rows.neg()
            windows.neg()
            counter.add_(1)
        with record_function("addresses that come back"):
            for size in ((8,), (4, 2), (3, 5)):
                ones = torch.ones(size)
                twice = ones + ones
                del ones
                twice.sum()
            for dtype in (torch.float32, torch.float64, torch.int64):
                torch.zeros(16, dtype=dtype).neg()
        with record_function("element types on one storage"):
            words.bitwise_not_()
            words_as_floats.abs()
            words.view(torch.int16).neg()
            drawn = torch.rand(6)
            bits = drawn.view(torch.int32)
            bits.bitwise_and_(bits)
            drawn.neg()
            frequencies * frequencies
            frequencies_as_reals.neg_()
            frequencies.imag.neg()
            numbers = torch.view_as_complex(torch.randn(5, 2))
            numbers.real.neg_()
            torch.view_as_real(numbers * numbers).neg()
            frequencies.conj().resolve_conj().neg()
        with record_function("memory formats"):
            last = image.neg()
            last.contiguous(memory_format=torch.channels_last).neg()
            image.contiguous().neg()
            F.max_pool2d(image, 2).neg()
            F.conv2d(image, torch.ones(4, 3, 1, 1)).neg()
            torch.empty_like(image).copy_(image).neg()
            image.to(torch.float64).neg()
        with record_function("strides"):
            windows.t().neg()
            torch.ones(3).expand(2, 3).neg()
            grid = torch.randn(12).as_strided((3, 4), (4, 1))
            grid.as_strided((2, 2), (1, 2), 1).neg()
            torch.randn(50)[5:9].neg()
            flat[::3].neg()
            sequence.transpose(0, 1).neg()
        with record_function("detached"):
            source = torch.randn(4, requires_grad=True)
            source.detach().neg_()
            (source * source).sum().backward()
        with record_function("in place"):
            square = torch.randn(3, 4)
            square.t_().neg()
            square.unsqueeze_(0).neg()
            square.squeeze_(0).transpose_(0, 1).neg()
            square.as_strided_((2, 2), (4, 1)).neg()
        with record_function("other storage"):
            moved = torch.empty(0)
            moved.set_(matrices[0])
            moved.neg_()
            moved.set_(matrices[1].untyped_storage(), 2, (3, 2), (4, 1))
            moved.neg_()
            matrices[1].neg()
            resized = torch.empty(2, 3).resize_(4, 5)
            resized.fill_(1).resize_(2, 2).neg()
            torch.neg(matrices[0], out=buffer)
            buffer.neg()
            buffer.resize_(0)
            for matrix in matrices:
                parameter.data = matrix
                parameter.neg()
            reused.untyped_storage().resize_(64)
            reused.copy_(flat[:16])
            reused.neg()
            reused.untyped_storage().resize_(0)
        with record_function("lists"):
            parts = flat.split([10, 20, 34])
            parts[1].neg_()
            torch._foreach_neg_([parts[0], parts[2]])
            flat.neg()
            matrices[0][:, places[0]].neg()
            torch.index_put_(torch.zeros(4, 4), places, torch.ones(2))
            memory(sequence)[1][0].neg()
        with record_function("empty"):
            torch.cat([torch.empty(0), flat, torch.empty(0)]).neg()
            flat[5:5].neg()
            torch.empty(0, 3).neg()
        with record_function("saved by autograd"):
            left = torch.randn(4, 6, requires_grad=True)
            right = torch.randn(5, 6, requires_grad=True)
            F.linear(left, right).relu().sum().backward()
            F.layer_norm(left, (6,)).square().sum().backward()
            F.max_pool2d(image.detach().clone().requires_grad_(), 2).sum().backward()
            torch.view_as_real(torch.view_as_complex(left.view(4, 3, 2)) * frequencies).sum().backward()

    step()
    with observed(out / "identity.et.json.gz"):
        step()


def values(out: Path) -> None:
    """Every kind of value and element type that an argument can have."""
    single = torch.randn(2, 4)
    with observed(out / "values.et.json.gz"):
        with record_function("element types"):
            for dtype in (
                torch.float64, torch.float16, torch.bfloat16, torch.complex64, torch.complex128, torch.complex32,
                torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64, torch.bool, torch.uint16, torch.uint32,
                torch.uint64, torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e4m3fnuz, torch.float8_e5m2fnuz,
                torch.float8_e8m0fnu,
            ):
                single.abs().to(dtype).clone()
            torch.quantize_per_tensor(single, 0.1, 2, torch.quint8).dequantize()
        with record_function("lists"):
            single.split([1, 3], dim=1)
            single.chunk(2)
            torch.stack([single, single])
            torch._foreach_add_([single.clone(), single.clone()], [single, single], alpha=2)
            torch._foreach_mul_([single.clone(), single.clone()], [0.5, 2.0])
            torch.einsum("ij,kj->ik", single, single)
            torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij")
            single[None, :, torch.tensor([0, 2])]
            single[:, None][torch.tensor([0]), :, torch.tensor([1])]
        with record_function("undefined tensors"):
            F.conv1d(torch.randn(1, 2, 5), torch.randn(3, 2, 3))
            F.layer_norm(single, (4,))
            F.batch_norm(single, None, None, training=True)
            F.linear(single.requires_grad_(), torch.randn(3, 4)).sum().backward()
            single = single.detach()
        with record_function("other values"):
            torch.randn(3, generator=torch.Generator().manual_seed(1))
            torch.empty(2, 3, device="cpu", dtype=torch.float64, memory_format=torch.contiguous_format)
            torch.empty(1, 2, 3, 4).to(memory_format=torch.channels_last)
            torch.div(single, 3, rounding_mode="floor")
            F.gelu(single, approximate="tanh")
            single.to("meta").add(1)
            torch.empty(0, 5).sum(1)
            torch.tensor(3.5).item()
            single.expand(3, 2, 4).sum()
            single.t()[1:, ::2].contiguous()
            torch.sparse_coo_tensor(torch.tensor([[0, 1], [1, 0]]), torch.ones(2), (2, 2)).to_dense()
        with record_function("recurrent"):
            torch.nn.LSTM(3, 4)(torch.randn(2, 1, 3))


def long_list(out: Path) -> None:
    """Lists of more elements than the observer writes, and one that just fits."""
    one = torch.ones(1)
    with observed(out / "long_list.et.json.gz"):
        torch.cat([one] * 4097)
        torch.cat([one] * 5000)
        torch._foreach_add([one] * 2, [0.5, 0.25])


def compiled(out: Path) -> None:
    """A compiled model: its fused kernels have no operator schema."""
    torch._inductor.config.cpp.enable_kernel_profile = True
    model = torch.compile(two_layers())
    features = torch.randn(4, 6)
    model(features).sum().backward()
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "et.json"
        observer = ExecutionTraceObserver().register_callback(str(plain))
        with profile(activities=[ProfilerActivity.CPU], execution_trace_observer=observer) as profiler:
            with record_function("step"):
                model(features).sum().backward()
        observer.unregister_callback()
        pack(plain, out / "compiled.et.json.gz")
        pack_timeline(profiler, out / "compiled.kineto.json.gz")


def threads(out: Path) -> None:
    """Two threads that record at the same time."""
    from threading import Barrier, Thread

    together = Barrier(2)

    def work(name: str) -> None:
        value = torch.randn(4, 4)
        with record_function(name):
            for _ in range(5):
                together.wait()
                value = value.matmul(value).tanh()

    with observed(out / "threads.et.json.gz"):
        workers = [Thread(target=work, args=(f"thread {number}",)) for number in range(2)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()


def failing(out: Path) -> None:
    """Operators and labels that an exception leaves, and an input that makes the observer itself fail."""
    value = torch.randn(2, 3)
    with observed(out / "failing.et.json.gz"):
        with record_function("survives"):
            value.relu()
            with contextlib.suppress(RuntimeError):
                torch.mm(value, value)
            with contextlib.suppress(ValueError), record_function("raises"):
                value.tanh()
                raise ValueError("a label that an exception leaves")
            value.exp()
        with record_function("nested tensors"):
            torch.nested.nested_tensor([torch.ones(2), torch.ones(3)]).mul(2)
        value.neg()


RECORDINGS: dict[str, Callable[[Path], None]] = {
    recording.__name__: recording
    for recording in (
        tensor_range, tensor_data, index_operators, profiler_steps, unrelated_timeline, ranks, unescaped_names,
        cut_off, orphans, restarted, inf_nan, identity, values, long_list, compiled, threads, failing,
    )
}


def main() -> int:
    """Runs each recording in a process of its own; the status is the number of those that failed."""
    parser = argparse.ArgumentParser(description="Record the small traces of the trace reader's tests.")
    parser.add_argument("--out", type=Path, default=Path("."), help="folder to write to (default: here)")
    parser.add_argument("--here", action="store_true", help="run one recording in this very process")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(RECORDINGS))
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in RECORDINGS]
    if unknown:
        parser.error(f"no recording {', '.join(unknown)}; there are {', '.join(RECORDINGS)}")
    options.out.mkdir(parents=True, exist_ok=True)
    if options.here:
        torch.manual_seed(0)
        torch.set_num_threads(1)
        for name in options.names:
            RECORDINGS[name](options.out)
        return 0
    failed = 0
    for name in options.names or RECORDINGS:
        command = [sys.executable, __file__, "--here", "--out", str(options.out), name]
        ended = subprocess.run(command, check=False).returncode
        print(f"{name}: {'recorded' if ended == 0 else f'failed with status {ended}'}")
        failed += ended != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
