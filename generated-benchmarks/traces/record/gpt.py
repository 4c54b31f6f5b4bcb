# SPDX-License-Identifier: Apache-2.0
"""Training of a small decoder in the manner of GPT-2 (Radford et al., 2019).

Learned positions, layer norm before each sublayer, causal attention, tanh-approximated GELU, dropout on embeddings,
attention weights and sublayer outputs, and an output layer that shares the token embedding's weights. A :class:`Shape`
says how large the parts are; one with rotary positions (Su et al., 2021) instead of learned ones is that of later models.
"""

import dataclasses

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from calque_record import Workload, main
from decode import rotate
from flops import TRANSFORMER_FORMULA, transformer_flops_per_token

BATCH = 4


@dataclasses.dataclass(frozen=True)
class Shape:
    """The sizes of a decoder.

    :ivar layers: decoder layers
    :ivar width: elements of a position between layers
    :ivar heads: attention heads; fewer than fill the width where the layer is one part of several
    :ivar head_width: elements of a position in one head
    :ivar hidden: elements of a position within the feed-forward
    :ivar context: positions of a sequence
    :ivar vocabulary: different tokens
    :ivar dropout: probability with which elements drop out; nothing does, and nothing is called for it, at 0
    :ivar rotary: whether queries and keys are turned by their position, instead of adding a learned vector
    """

    layers: int
    width: int
    heads: int
    head_width: int
    hidden: int
    context: int
    vocabulary: int
    dropout: float = 0.0
    rotary: bool = False

    @property
    def attention_width(self) -> int:
        """Elements of a position in all heads."""
        return self.heads * self.head_width


SMALL = Shape(layers=6, width=256, heads=4, head_width=64, hidden=1024, context=128, vocabulary=8192, dropout=0.1)
"""The shape of ``gpt_train``."""


class RotaryPositions(nn.Module):
    """Turns each head's elements by angles that grow with the position."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        frequencies = 10000.0 ** -(torch.arange(0, shape.head_width, 2) / shape.head_width)
        angles = torch.outer(torch.arange(shape.context), frequencies)
        angles = torch.cat([angles, angles], dim=-1)
        self.register_buffer("cosines", angles.cos())
        self.register_buffer("sines", angles.sin())

    def forward(self, x: Tensor) -> Tensor:
        return rotate(x, (self.cosines, self.sines))


class CausalAttention(nn.Module):
    """Multi-head self-attention in which a position sees itself and what came before it."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.project_in = nn.Linear(shape.width, 3 * shape.attention_width)
        self.project_out = nn.Linear(shape.attention_width, shape.width)
        self.rotary_positions = RotaryPositions(shape) if shape.rotary else None
        self.dropout = dropout(shape)

    def forward(self, x: Tensor) -> Tensor:
        batch, length, _ = x.shape
        width, heads = self.shape.attention_width, self.shape.heads
        query, key, value = (
            part.view(batch, length, heads, self.shape.head_width).transpose(1, 2)
            for part in self.project_in(x).split(width, dim=2)
        )
        if self.rotary_positions is not None:
            query, key = self.rotary_positions(query), self.rotary_positions(key)
        dropped = self.shape.dropout if self.training else 0.0
        mixed = F.scaled_dot_product_attention(query, key, value, dropout_p=dropped, is_causal=True)
        return self.dropout(self.project_out(mixed.transpose(1, 2).reshape(batch, length, width)))


class FeedForward(nn.Module):
    """Expands each position, to four times its width as a rule, applies GELU, and contracts it again."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.expand = nn.Linear(shape.width, shape.hidden)
        self.activation = nn.GELU(approximate="tanh")
        self.contract = nn.Linear(shape.hidden, shape.width)
        self.dropout = dropout(shape)

    def forward(self, x: Tensor) -> Tensor:
        return self.dropout(self.contract(self.activation(self.expand(x))))


class DecoderLayer(nn.Module):
    """Attention and feed-forward, each normalised first and added to its input."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.attention_norm = nn.LayerNorm(shape.width)
        self.attention = CausalAttention(shape)
        self.feed_forward_norm = nn.LayerNorm(shape.width)
        self.feed_forward = FeedForward(shape)

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.attention_norm(x))
        return x + self.feed_forward(self.feed_forward_norm(x))


class Gpt(nn.Module):
    """Token ids in, a score per position and vocabulary entry out."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.tokens = nn.Embedding(shape.vocabulary, shape.width)
        self.positions = None if shape.rotary else nn.Embedding(shape.context, shape.width)
        self.dropout = dropout(shape)
        self.layers = nn.Sequential(*(DecoderLayer(shape) for _ in range(shape.layers)))
        self.norm = nn.LayerNorm(shape.width)
        self.head = nn.Linear(shape.width, shape.vocabulary, bias=False)
        self.head.weight = self.tokens.weight
        self.apply(initialise)

    def forward(self, ids: Tensor) -> Tensor:
        if self.positions is None:
            x = self.tokens(ids)
        else:
            positions = torch.arange(ids.shape[1], device=ids.device)
            x = self.tokens(ids) + self.positions(positions)
        return self.head(self.norm(self.layers(self.dropout(x))))


def dropout(shape: Shape) -> nn.Module:
    """What drops elements out, or leaves them be."""
    return nn.Dropout(shape.dropout) if shape.dropout else nn.Identity()


def initialise(module: nn.Module) -> None:
    """GPT-2's initial weights: normal with a deviation of 0.02, zero biases."""
    if isinstance(module, (nn.Linear, nn.Embedding)):
        nn.init.normal_(module.weight, std=0.02)
    if isinstance(module, nn.Linear) and module.bias is not None:
        nn.init.zeros_(module.bias)


def workload() -> Workload:
    """One training step: forward, cross entropy over every next token, backward, AdamW."""
    torch.manual_seed(2)
    model = Gpt(SMALL).train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4, betas=(0.9, 0.95), weight_decay=0.1)
    text = torch.randint(SMALL.vocabulary, (BATCH, SMALL.context + 1))
    ids, following = text[:, :-1].contiguous(), text[:, 1:].contiguous()

    def step() -> Tensor:
        optimizer.zero_grad(set_to_none=True)
        scores = model(ids)
        loss = F.cross_entropy(scores.view(-1, SMALL.vocabulary), following.view(-1))
        loss.backward()
        optimizer.step()
        return loss.detach()

    return Workload(
        name="gpt_train",
        description=(
            f"GPT-2-style decoder, {SMALL.layers} layers of width {SMALL.width}, {SMALL.heads} heads, "
            f"context {SMALL.context}, vocabulary {SMALL.vocabulary}, dropout {SMALL.dropout}, AdamW"
        ),
        step=step,
        batch_size=BATCH,
        items_per_step=BATCH * SMALL.context,
        item_unit="tokens",
        training=True,
        modules=(model,),
        sequence_length=SMALL.context,
        flops_per_item=transformer_flops_per_token(model, SMALL.layers, SMALL.attention_width, SMALL.context),
        flops_formula=TRANSFORMER_FORMULA,
    )


if __name__ == "__main__":
    main(workload)
