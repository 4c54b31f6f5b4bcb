# SPDX-License-Identifier: Apache-2.0
"""Steps of one operator each on next to no data: what they take is the cost of a call, not the arithmetic.

``operator_overhead`` is a chain of additions, the others call what has more to pass: two lists of tensors, one list,
nine arguments. This script records all four.
"""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from calque_record import Workload, main

ADDITIONS = 1_000
FOREACH_CALLS = 20
PARAMETERS = 50
CONCATENATIONS = 100
PARTS = 10
CONVOLUTIONS = 50

Step = Callable[[], object]


def additions(trained: bool) -> Step:
    """``x + y`` from the same ``x`` at each step, each to the result of the one before."""
    first, y = torch.ones(1), torch.ones(1, requires_grad=trained)

    def step() -> Tensor:
        x = first
        for _ in range(ADDITIONS):
            x = x + y
        return x

    return step


def computed(tensors: Sequence[Tensor]) -> list[Tensor]:
    """Operands that the step itself has made."""
    return [-tensor for tensor in tensors]


def foreach_additions(_trained: bool) -> Step:
    """What an optimizer does, never with gradients of its own: adds those of parameters to them, all in one call."""
    parameters = [torch.zeros(1) for _ in range(PARAMETERS)]

    def step() -> list[Tensor]:
        gradients = computed(parameters)
        for _ in range(FOREACH_CALLS):
            torch._foreach_add_(parameters, gradients, alpha=0.001)
        return parameters

    return step


def concatenations(trained: bool) -> Step:
    """Joins tensors, two sets by turns."""
    ones = [torch.ones(1, requires_grad=trained) for _ in range(2 * PARTS)]

    def step() -> Tensor:
        parts = computed(ones)
        for _ in range(CONCATENATIONS // 2):
            torch.cat(parts[:PARTS])
            whole = torch.cat(parts[PARTS:])
        return whole

    return step


def convolutions(trained: bool) -> Step:
    """A filter of one element over an image of one, each over the result of the one before.

    The dilation changes nothing, but keeps PyTorch from trying NNPACK, which complains at each call where it cannot run.
    """
    image, bias = torch.ones(1, 1, 1, 1), torch.zeros(1)
    weight = torch.ones(1, 1, 1, 1, requires_grad=trained)

    def step() -> Tensor:
        x = image
        for _ in range(CONVOLUTIONS):
            x = torch.convolution(x, weight, bias, (1, 1), (0, 0), (2, 2), False, (0, 0), 1)
        return x

    return step


STEPS: dict[str, tuple[Callable[[bool], Step], int, str]] = {
    "operator_overhead": (additions, ADDITIONS, "additions of one element"),
    "foreach_overhead": (foreach_additions, FOREACH_CALLS, f"in-place additions to {PARAMETERS} tensors of one element"),
    "cat_overhead": (concatenations, CONCATENATIONS, f"concatenations of {PARTS} tensors of one element"),
    "convolution_overhead": (convolutions, CONVOLUTIONS, "convolutions of one element with one"),
}


def named(name: str, trained: bool = False) -> Workload:
    """One of the workloads: as in inference, or as in the forward pass of training, with some operand that is trained."""
    build, calls, what = STEPS[name]
    return Workload(
        name=name,
        description=f"{calls:,} {what}, no gradients",
        step=torch.set_grad_enabled(trained and build is not foreach_additions)(build(trained)),
        batch_size=1,
        items_per_step=calls,
        item_unit="operators",
        training=False,
    )


def workload() -> Workload:
    """The chain of additions."""
    return named("operator_overhead")


if __name__ == "__main__":
    for name in STEPS:
        main(lambda name=name: named(name))
