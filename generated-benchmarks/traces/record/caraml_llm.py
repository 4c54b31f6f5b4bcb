# SPDX-License-Identifier: Apache-2.0
"""CARAML's training of GPT on made-up tokens, one model and batch size of its ladders.

The decoder is that of ``gpt.py`` without dropout. CARAML trains with Megatron-LM, whose GPT has the same matrix products
and one fused kernel for attention; the larger models turn queries and keys by their position. Of the largest, one layer
is recorded: the same work again makes up nearly all of the model.
"""

import argparse
import dataclasses
from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from calque_record import Workload, main
from caraml import Rung, add_rung_options, training_step
from flops import TRANSFORMER_FORMULA, transformer_flops_per_token
from gpt import SMALL, DecoderLayer, Gpt, Shape, initialise

VOCABULARY = 50304
"""GPT-2's 50,257 tokens, padded to a multiple of 128."""


@dataclasses.dataclass(frozen=True)
class Model:
    """A model of CARAML's, or what of it is recorded.

    :ivar size: CARAML's name of the size
    :ivar shape: the sizes of what is recorded
    :ivar share: what of the model that is
    :ivar whole: whether it has embeddings and an output layer, or is a single layer within the model
    """

    size: str
    shape: Shape
    share: str
    whole: bool


MODELS = {
    "small": Model("small", dataclasses.replace(SMALL, dropout=0.0), "whole model", True),
    "117M": Model("117M", Shape(12, 768, 12, 64, 4 * 768, 1024, VOCABULARY), "whole model", True),
    "800M": Model("800M", Shape(16, 2048, 16, 128, 4 * 2048, 2048, VOCABULARY, rotary=True), "whole model", True),
    "13B-layer": Model("13B", Shape(1, 5120, 32, 160, 20480, 2048, VOCABULARY, rotary=True), "1 of 40 layers", False),
    "175B-shard": Model(
        "175B",
        Shape(1, 12288, 96 // 8, 128, 4 * 12288 // 8, 2048, VOCABULARY, rotary=True),
        "1 of 96 layers, 1 of 8 tensor-parallel shards",
        False,
    ),
}
"""What ``--model`` may name. ``small`` is no model of CARAML's: it is one that steps in a fraction of a second."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this script."""
    parser.add_argument("--model", choices=MODELS, default="small", help="what to record (default: small)")
    add_rung_options(parser, batch=4)


def activations(model: Model, batch: int) -> int:
    """Elements that a micro batch needs at most: what layers keep for their backward pass, and the scores.

    Measured figures are up to a tenth lower.
    """
    shape = model.shape
    kept = shape.layers * (4 * shape.width + (9 if shape.rotary else 6) * shape.attention_width + 2 * shape.hidden)
    return batch * shape.context * (kept + (4 * shape.vocabulary if model.whole else 0))


def whole_model(shape: Shape, rung: Rung) -> tuple[nn.Module, list[tuple[Tensor, ...]], Callable[..., Tensor]]:
    """The model, its micro batches, and what runs forward and backward pass of one of them."""
    model = Gpt(shape).to(rung.element).train()
    micro_batches = []
    for _ in range(rung.accumulated):
        text = torch.randint(shape.vocabulary, (rung.micro_batch, shape.context + 1))
        micro_batches.append((text[:, :-1].contiguous(), text[:, 1:].contiguous()))

    def backward(ids: Tensor, following: Tensor) -> Tensor:
        loss = F.cross_entropy(model(ids).view(-1, shape.vocabulary), following.view(-1))
        if rung.accumulated > 1:
            loss = loss / rung.accumulated
        loss.backward()
        return loss.detach()

    return model, micro_batches, backward


def single_layer(shape: Shape, rung: Rung) -> tuple[nn.Module, list[tuple[Tensor, ...]], Callable[..., Tensor]]:
    """The layer with what comes to it from both sides: its input, and the gradient of its output."""
    layer = DecoderLayer(shape).apply(initialise).to(rung.element).train()
    size = (rung.micro_batch, shape.context, shape.width)
    micro_batches = [
        (
            torch.randn(size, dtype=rung.element, requires_grad=True),
            torch.randn(size, dtype=rung.element) / rung.accumulated,
        )
        for _ in range(rung.accumulated)
    ]

    def backward(x: Tensor, upstream: Tensor) -> Tensor:
        x.grad = None
        layer(x).backward(upstream)
        return x.grad

    return layer, micro_batches, backward


def described(model: Model) -> str:
    """What is recorded of a model, in words."""
    shape = model.shape
    positions = "rotary" if shape.rotary else "learned"
    if model.whole:
        return (
            f"GPT of CARAML's size {model.size}, {shape.layers} layers of width {shape.width}, {shape.heads} heads, "
            f"context {shape.context}, vocabulary {shape.vocabulary}, {positions} positions, no dropout, fused AdamW"
        )
    parallel = (
        ", column and row parallel without the all-reduces, norms and residuals whole" if "shard" in model.share else ""
    )
    return (
        f"{model.share} of CARAML's GPT {model.size}: width {shape.width}, {shape.heads} heads of {shape.head_width}, "
        f"feed-forward {shape.hidden}, context {shape.context}, {positions} positions{parallel}, a made-up gradient "
        "of its output, no dropout, fused AdamW"
    )


def workload(model: str = "small", batch: int = 4, gas: int = 1, dtype: str = "float32") -> Workload:
    """One training step: forward, cross entropy over every next token or a gradient from outside, backward, AdamW."""
    chosen = MODELS[model]
    shape = chosen.shape
    rung = Rung(f"caraml_gpt_{model.lower().replace('-', '_')}", batch, gas, dtype)
    kind = Gpt if chosen.whole else DecoderLayer
    rung.check_that_it_fits(lambda: kind(shape), states=2, activations=activations(chosen, batch))
    torch.manual_seed(42)
    module, micro_batches, backward = (whole_model if chosen.whole else single_layer)(shape, rung)
    optimizer = torch.optim.AdamW(
        module.parameters(), lr=1e-4, betas=(0.9, 0.999), eps=1e-8, weight_decay=0.1, fused=True
    )
    return Workload(
        name=rung.name,
        description=described(chosen) + rung.accumulation,
        step=training_step(optimizer, micro_batches, backward),
        batch_size=rung.batch,
        items_per_step=rung.batch * shape.context,
        item_unit="tokens",
        training=True,
        modules=(module,),
        dtype=dtype,
        series=rung.series,
        gradient_accumulation_steps=gas,
        sequence_length=shape.context,
        flops_per_item=transformer_flops_per_token(module, shape.layers, shape.attention_width, shape.context),
        flops_formula=TRANSFORMER_FORMULA,
        caraml={
            "benchmark": "llm",
            "model": "GPT",
            "model_size": chosen.size,
            "dataset": "Synthetic",
            "share": chosen.share,
            "precision": rung.precision,
        },
    )


if __name__ == "__main__":
    main(workload, add_options=add_options)
