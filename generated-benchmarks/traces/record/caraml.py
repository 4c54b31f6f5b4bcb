# SPDX-License-Identifier: Apache-2.0
"""What the recordings of CARAML's workloads share: options, names, accumulated gradients, and whether a step fits.

CARAML (John et al., "Performance and Power: Systematic Evaluation of AI Workloads on Accelerators with CARAML", 2024)
measures training at a ladder of batch sizes. A rung of the ladder is one workload here.
"""

import argparse
import dataclasses
from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from calque_record import DoesNotFitError, available_bytes, positive

DTYPES = {"float32": "fp32", "bfloat16": "bf16"}
"""Element types that can be recorded, in PyTorch's words and in CARAML's."""

GIB = 1 << 30

PROCESS = GIB // 2
"""What Python and PyTorch take before there is a model, in bytes."""


@dataclasses.dataclass(frozen=True)
class Rung:
    """One size of one ladder.

    :ivar ladder: what all rungs have in common, such as ``caraml_resnet50``
    :ivar micro_batch: examples that go through the model together
    :ivar accumulated: micro batches for each run of the optimizer
    :ivar dtype: element type of parameters, gradients and optimizer state, in PyTorch's words
    """

    ladder: str
    micro_batch: int
    accumulated: int
    dtype: str

    @property
    def series(self) -> str:
        """The ladder's whole name: other element types and accumulated gradients make another ladder."""
        name = self.ladder if self.dtype == "float32" else f"{self.ladder}_{self.precision}"
        return name if self.accumulated == 1 else f"{name}_gas{self.accumulated}"

    @property
    def name(self) -> str:
        """The workload's name."""
        name = self.ladder if self.dtype == "float32" else f"{self.ladder}_{self.precision}"
        name = f"{name}_b{self.micro_batch}"
        return name if self.accumulated == 1 else f"{name}_gas{self.accumulated}"

    @property
    def precision(self) -> str:
        """The element type in CARAML's words."""
        return DTYPES[self.dtype]

    @property
    def batch(self) -> int:
        """Examples for each run of the optimizer."""
        return self.micro_batch * self.accumulated

    @property
    def element(self) -> torch.dtype:
        """The element type itself."""
        return getattr(torch, self.dtype)

    @property
    def accumulation(self) -> str:
        """How gradients come together, in words to append to a description."""
        return "" if self.accumulated == 1 else f", gradients of {self.accumulated} micro batches of {self.micro_batch}"

    def check_that_it_fits(self, make_model: Callable[[], nn.Module], states: int, activations: int) -> None:
        """Refuses what needs more memory than there is, before anything is made.

        :param make_model: builds the model; here on PyTorch's device without memory
        :param states: elements that the optimizer keeps for each parameter
        :param activations: elements that a micro batch needs at most beside parameters, gradients and states
        """
        with torch.device("meta"):
            parameters = sum(parameter.numel() for parameter in make_model().parameters())
        elements = parameters * (2 + states) + activations
        needed = elements * self.element.itemsize + PROCESS
        available = available_bytes(str(torch.get_default_device()))
        if available is not None and needed > available:
            raise DoesNotFitError(
                f"{self.name}: needs about {needed / GIB:.1f} GiB, and {available / GIB:.1f} GiB are available"
            )


def add_rung_options(parser: argparse.ArgumentParser, batch: int) -> None:
    """Adds what says which rung of a ladder to record."""
    parser.add_argument("--batch", type=positive, default=batch, help=f"micro batch (default: {batch})")
    parser.add_argument("--gas", type=positive, default=1, help="micro batches for each optimizer step (default: 1)")
    parser.add_argument("--dtype", choices=DTYPES, default="float32", help="element type (default: float32)")


def training_step(
    optimizer: torch.optim.Optimizer,
    micro_batches: Sequence[tuple[Tensor, ...]],
    backward: Callable[..., Tensor],
) -> Callable[[], Tensor]:
    """A step that adds up the gradients of all micro batches and runs the optimizer once.

    :param backward: runs forward and backward pass of a micro batch, whose tensors it gets
    """

    def step() -> Tensor:
        optimizer.zero_grad(set_to_none=True)
        for micro_batch in micro_batches:
            result = backward(*micro_batch)
        optimizer.step()
        return result

    return step
