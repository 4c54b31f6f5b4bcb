# SPDX-License-Identifier: Apache-2.0
"""How many floating-point operations training takes for one item, by formulas that depend on the model alone.

A multiply-add counts as two operations. The backward pass counts as twice the forward pass. What a device computes
again to save memory, and what its kernels skip or pad, does not count, so figures of different devices compare.
"""

from collections.abc import Callable

import torch
from torch import Tensor, nn

TRANSFORMER_FORMULA = (
    "6 x weights in matrix products + 12 x layers x attention width x sequence length, per token; "
    "causal attention counted whole, no recomputation"
)
"""In words, what :func:`transformer_flops_per_token` computes."""

CONVOLUTION_FORMULA = (
    "3 x 2 x multiply-adds of the forward pass's convolutions and linear layers, per image; no recomputation"
)
"""In words, what :func:`convolution_flops_per_image` computes."""


def transformer_flops_per_token(module: nn.Module, layers: int, attention_width: int, sequence_length: int) -> int:
    """Of a transformer, or a part of one: its linear layers, and attention's two products with the whole sequence."""
    weights = sum(part.weight.numel() for part in module.modules() if isinstance(part, nn.Linear))
    return 6 * weights + 12 * layers * attention_width * sequence_length


def convolution_flops_per_image(make_model: Callable[[], nn.Module], image: Tensor) -> int:
    """Of a convolutional network: what hooks on its convolutions and linear layers count for one image.

    :param make_model: builds the network; here on PyTorch's device without memory, so that nothing is computed
    :param image: an image with a batch dimension of 1, of which only the shape matters
    """
    multiply_adds = 0

    def count(module: nn.Module, _inputs: object, output: Tensor) -> None:
        nonlocal multiply_adds
        # Each element of the output is a sum over one row of the weight.
        multiply_adds += output.numel() * module.weight[0].numel()

    with torch.device("meta"), torch.no_grad():
        model = make_model()
        for module in model.modules():
            if isinstance(module, (nn.Conv2d, nn.Linear)):
                module.register_forward_hook(count)
        model(torch.empty_like(image, device="meta"))
    return 3 * 2 * multiply_adds
