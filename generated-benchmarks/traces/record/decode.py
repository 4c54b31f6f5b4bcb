# SPDX-License-Identifier: Apache-2.0
"""One step of text generation with a decoder in the manner of Llama (Touvron et al., 2023).

A new token for each sequence of a batch: root-mean-square norm before each sublayer, rotary positions (Su et al.,
2021), grouped-query attention (Ainslie et al., 2023) over a cache of keys and values as long as a sequence may get,
SwiGLU (Shazeer, 2020), and the next token drawn from the most likely ones. Each step writes the same position, so that
each does the same work.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from calque_record import Workload, main

BATCH = 4
CACHE = 256
POSITION = 200
VOCABULARY = 16000
LAYERS = 12
HEADS = 6
KEY_HEADS = 2
WIDTH = 384
HEAD_WIDTH = WIDTH // HEADS
HIDDEN = 1024
CANDIDATES = 50
TEMPERATURE = 0.8


class RmsNorm(nn.Module):
    """Divides by the root of the mean square, and scales."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(WIDTH))

    def forward(self, x: Tensor) -> Tensor:
        return self.weight * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5))


class RotaryPositions(nn.Module):
    """Cosines and sines of the angles by which a position turns the pairs of a head's elements."""

    def __init__(self) -> None:
        super().__init__()
        exponents = torch.arange(0, HEAD_WIDTH, 2) / HEAD_WIDTH
        self.register_buffer("frequencies", 10000.0**-exponents)

    def forward(self, position: Tensor) -> tuple[Tensor, Tensor]:
        angles = torch.outer(position.float(), self.frequencies)
        angles = torch.cat([angles, angles], dim=-1)
        return angles.cos(), angles.sin()


def rotate(x: Tensor, rotation: tuple[Tensor, Tensor]) -> Tensor:
    """Turns each pair of elements; those of a pair stand half a head apart."""
    cosines, sines = rotation
    first, second = x.chunk(2, dim=-1)
    return x * cosines + torch.cat([-second, first], dim=-1) * sines


class CachedAttention(nn.Module):
    """Attention of the new token over the cached ones; several query heads share a key head."""

    def __init__(self) -> None:
        super().__init__()
        self.query = nn.Linear(WIDTH, WIDTH, bias=False)
        self.key = nn.Linear(WIDTH, KEY_HEADS * HEAD_WIDTH, bias=False)
        self.value = nn.Linear(WIDTH, KEY_HEADS * HEAD_WIDTH, bias=False)
        self.output = nn.Linear(WIDTH, WIDTH, bias=False)
        self.register_buffer("keys", torch.randn(BATCH, KEY_HEADS, CACHE, HEAD_WIDTH))
        self.register_buffer("values", torch.randn(BATCH, KEY_HEADS, CACHE, HEAD_WIDTH))

    def forward(self, x: Tensor, position: Tensor, rotation: tuple[Tensor, Tensor], visible: Tensor) -> Tensor:
        batch, length, _ = x.shape

        def heads(projected: Tensor) -> Tensor:
            return projected.view(batch, length, -1, HEAD_WIDTH).transpose(1, 2)

        self.keys.index_copy_(2, position, rotate(heads(self.key(x)), rotation))
        self.values.index_copy_(2, position, heads(self.value(x)))
        query = rotate(heads(self.query(x)), rotation)
        mixed = F.scaled_dot_product_attention(query, self.keys, self.values, attn_mask=visible, enable_gqa=True)
        return self.output(mixed.transpose(1, 2).reshape(batch, length, WIDTH))


class FeedForward(nn.Module):
    """SwiGLU: one projection gates the other."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = nn.Linear(WIDTH, HIDDEN, bias=False)
        self.expand = nn.Linear(WIDTH, HIDDEN, bias=False)
        self.contract = nn.Linear(HIDDEN, WIDTH, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        return self.contract(F.silu(self.gate(x)) * self.expand(x))


class DecoderLayer(nn.Module):
    """Attention and feed-forward, each normalised first and added to its input."""

    def __init__(self) -> None:
        super().__init__()
        self.attention_norm = RmsNorm()
        self.attention = CachedAttention()
        self.feed_forward_norm = RmsNorm()
        self.feed_forward = FeedForward()

    def forward(self, x: Tensor, position: Tensor, rotation: tuple[Tensor, Tensor], visible: Tensor) -> Tensor:
        x = x + self.attention(self.attention_norm(x), position, rotation, visible)
        return x + self.feed_forward(self.feed_forward_norm(x))


class Decoder(nn.Module):
    """The newest token of each sequence and its position in, a score per vocabulary entry out."""

    def __init__(self) -> None:
        super().__init__()
        self.tokens = nn.Embedding(VOCABULARY, WIDTH)
        self.rotary_positions = RotaryPositions()
        self.layers = nn.ModuleList(DecoderLayer() for _ in range(LAYERS))
        self.norm = RmsNorm()
        self.head = nn.Linear(WIDTH, VOCABULARY, bias=False)

    def forward(self, ids: Tensor, position: Tensor) -> Tensor:
        rotation = self.rotary_positions(position)
        visible = torch.arange(CACHE, device=ids.device) <= position[:, None]
        x = self.tokens(ids)
        for layer in self.layers:
            x = layer(x, position, rotation, visible)
        return self.head(self.norm(x[:, -1]))


def draw(scores: Tensor) -> Tensor:
    """A token for each sequence, drawn from its CANDIDATES most likely ones."""
    best, candidates = torch.topk(scores / TEMPERATURE, CANDIDATES)
    drawn = torch.multinomial(torch.softmax(best, dim=-1), num_samples=1)
    return candidates.gather(1, drawn)


def workload() -> Workload:
    """Reads the token at POSITION of each sequence and writes the one after it, without gradients."""
    torch.manual_seed(7)
    model = Decoder().eval()
    sequences = torch.randint(VOCABULARY, (BATCH, CACHE))
    position = torch.tensor([POSITION])

    def step() -> Tensor:
        with torch.no_grad():
            scores = model(sequences.index_select(1, position), position)
            sequences.index_copy_(1, position + 1, draw(scores))
        return sequences

    return Workload(
        name="decode_inference",
        description=(
            f"Llama-style decoder that generates one token, {LAYERS} layers of width {WIDTH}, {HEADS} heads on "
            f"{KEY_HEADS} key heads, cache of {CACHE}, vocabulary {VOCABULARY}, top-{CANDIDATES} sampling, no gradients"
        ),
        step=step,
        batch_size=BATCH,
        items_per_step=BATCH,
        item_unit="tokens",
        training=False,
        modules=(model,),
    )


if __name__ == "__main__":
    main(workload)
