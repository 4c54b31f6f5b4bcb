# SPDX-License-Identifier: Apache-2.0
"""CARAML's training of ResNet-50 on synthetic images, one batch size of its ladder.

The model and its optimizer are those of ``resnet50.py``.
"""

import argparse

import torch
from torch import Tensor
from torch.nn import functional as F

from calque_record import Workload, main, positive
from caraml import Rung, add_rung_options, training_step
from flops import CONVOLUTION_FORMULA, convolution_flops_per_image
from resnet50 import CLASSES, ResNet50

IMAGE = 224
ACTIVATIONS_PER_PIXEL = 600
"""Elements that a step needs for each pixel of its images: the most that was measured, and a little more."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this script."""
    add_rung_options(parser, batch=16)
    parser.add_argument("--image", type=positive, default=IMAGE, help=f"width and height (default: {IMAGE})")


def workload(batch: int = 16, gas: int = 1, dtype: str = "float32", image: int = IMAGE) -> Workload:
    """One training step: forward, cross entropy, backward, SGD with momentum and weight decay."""
    rung = Rung("caraml_resnet50" if image == IMAGE else f"caraml_resnet50_{image}px", batch, gas, dtype)
    rung.check_that_it_fits(ResNet50, states=1, activations=ACTIVATIONS_PER_PIXEL * batch * image**2)
    if not torch.backends.nnpack.is_available():
        # Small batches ask for it at every convolution, and each time PyTorch prints that it is missing.
        torch.backends.nnpack.set_flags(False)
    torch.manual_seed(50)
    model = ResNet50().to(rung.element).train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-4)
    micro_batches = [
        (torch.randn(batch, 3, image, image, dtype=rung.element), torch.randint(CLASSES, (batch,))) for _ in range(gas)
    ]

    def backward(images: Tensor, classes: Tensor) -> Tensor:
        loss = F.cross_entropy(model(images), classes)
        if gas > 1:
            loss = loss / gas
        loss.backward()
        return loss.detach()

    return Workload(
        name=rung.name,
        description=(
            f"ResNet-50 v1.5 on {image}x{image} images, {CLASSES} classes, SGD with momentum and weight decay"
            + rung.accumulation
        ),
        step=training_step(optimizer, micro_batches, backward),
        batch_size=rung.batch,
        items_per_step=rung.batch,
        item_unit="images",
        training=True,
        modules=(model,),
        dtype=dtype,
        series=rung.series,
        gradient_accumulation_steps=gas,
        flops_per_item=convolution_flops_per_image(ResNet50, micro_batches[0][0][:1]),
        flops_formula=CONVOLUTION_FORMULA,
        caraml={
            "benchmark": "resnet50",
            "model": "resnet50",
            "model_size": None,
            "dataset": "Synthetic",
            "share": "whole model" if image == IMAGE else f"whole model, {image}x{image} images",
            "precision": rung.precision,
        },
    )


if __name__ == "__main__":
    main(workload, add_options=add_options)
