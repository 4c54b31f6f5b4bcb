# SPDX-License-Identifier: Apache-2.0
"""Training of a small decoder in the manner of GPT-2 (Radford et al., 2019).

Learned positions, layer norm before each sublayer, causal attention, tanh-approximated GELU, dropout on embeddings,
attention weights and sublayer outputs, and an output layer that shares the token embedding's weights.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from calque_record import Workload, main

BATCH = 4
CONTEXT = 128
VOCABULARY = 8192
LAYERS = 6
HEADS = 4
WIDTH = 256
DROPOUT = 0.1


class CausalAttention(nn.Module):
    """Multi-head self-attention in which a position sees itself and what came before it."""

    def __init__(self) -> None:
        super().__init__()
        self.project_in = nn.Linear(WIDTH, 3 * WIDTH)
        self.project_out = nn.Linear(WIDTH, WIDTH)
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, x: Tensor) -> Tensor:
        batch, length, _ = x.shape
        query, key, value = (
            part.view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2)
            for part in self.project_in(x).split(WIDTH, dim=2)
        )
        dropout = DROPOUT if self.training else 0.0
        mixed = F.scaled_dot_product_attention(query, key, value, dropout_p=dropout, is_causal=True)
        return self.dropout(self.project_out(mixed.transpose(1, 2).reshape(batch, length, WIDTH)))


class FeedForward(nn.Module):
    """Expands each position by four, applies GELU, and contracts it again."""

    def __init__(self) -> None:
        super().__init__()
        self.expand = nn.Linear(WIDTH, 4 * WIDTH)
        self.activation = nn.GELU(approximate="tanh")
        self.contract = nn.Linear(4 * WIDTH, WIDTH)
        self.dropout = nn.Dropout(DROPOUT)

    def forward(self, x: Tensor) -> Tensor:
        return self.dropout(self.contract(self.activation(self.expand(x))))


class DecoderLayer(nn.Module):
    """Attention and feed-forward, each normalised first and added to its input."""

    def __init__(self) -> None:
        super().__init__()
        self.attention_norm = nn.LayerNorm(WIDTH)
        self.attention = CausalAttention()
        self.feed_forward_norm = nn.LayerNorm(WIDTH)
        self.feed_forward = FeedForward()

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.attention_norm(x))
        return x + self.feed_forward(self.feed_forward_norm(x))


class Gpt(nn.Module):
    """Token ids in, a score per position and vocabulary entry out."""

    def __init__(self) -> None:
        super().__init__()
        self.tokens = nn.Embedding(VOCABULARY, WIDTH)
        self.positions = nn.Embedding(CONTEXT, WIDTH)
        self.dropout = nn.Dropout(DROPOUT)
        self.layers = nn.Sequential(*(DecoderLayer() for _ in range(LAYERS)))
        self.norm = nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, VOCABULARY, bias=False)
        self.head.weight = self.tokens.weight
        self.apply(initialise)

    def forward(self, ids: Tensor) -> Tensor:
        positions = torch.arange(ids.shape[1], device=ids.device)
        x = self.dropout(self.tokens(ids) + self.positions(positions))
        return self.head(self.norm(self.layers(x)))


def initialise(module: nn.Module) -> None:
    """GPT-2's initial weights: normal with a deviation of 0.02, zero biases."""
    if isinstance(module, (nn.Linear, nn.Embedding)):
        nn.init.normal_(module.weight, std=0.02)
    if isinstance(module, nn.Linear) and module.bias is not None:
        nn.init.zeros_(module.bias)


def workload() -> Workload:
    """One training step: forward, cross entropy over every next token, backward, AdamW."""
    torch.manual_seed(2)
    model = Gpt().train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4, betas=(0.9, 0.95), weight_decay=0.1)
    text = torch.randint(VOCABULARY, (BATCH, CONTEXT + 1))
    ids, following = text[:, :-1].contiguous(), text[:, 1:].contiguous()

    def step() -> Tensor:
        optimizer.zero_grad(set_to_none=True)
        scores = model(ids)
        loss = F.cross_entropy(scores.view(-1, VOCABULARY), following.view(-1))
        loss.backward()
        optimizer.step()
        return loss.detach()

    return Workload(
        name="gpt_train",
        description=(
            f"GPT-2-style decoder, {LAYERS} layers of width {WIDTH}, {HEADS} heads, context {CONTEXT}, "
            f"vocabulary {VOCABULARY}, dropout {DROPOUT}, AdamW"
        ),
        step=step,
        batch_size=BATCH,
        items_per_step=BATCH * CONTEXT,
        item_unit="tokens",
        training=True,
        modules=(model,),
    )


if __name__ == "__main__":
    main(workload)
