# SPDX-License-Identifier: Apache-2.0
"""Inference with an encoder in the manner of BERT (Devlin et al., 2018), over a padded batch of sentences.

Token, position and segment embeddings, layer norm after each sublayer, a mask that hides the padding, and a pooler
over the first token.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from calque_record import Workload, main

BATCH = 8
LENGTH = 64
VOCABULARY = 30522
POSITIONS = 512
SEGMENTS = 2
LAYERS = 8
HEADS = 8
WIDTH = 512
NORM_EPSILON = 1e-12


class Embeddings(nn.Module):
    """The sum of what a token is, where it stands, and which sentence it belongs to."""

    def __init__(self) -> None:
        super().__init__()
        self.tokens = nn.Embedding(VOCABULARY, WIDTH, padding_idx=0)
        self.positions = nn.Embedding(POSITIONS, WIDTH)
        self.segments = nn.Embedding(SEGMENTS, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=NORM_EPSILON)
        self.dropout = nn.Dropout(0.1)

    def forward(self, ids: Tensor, segment_ids: Tensor) -> Tensor:
        positions = torch.arange(ids.shape[1], device=ids.device)
        embedded = self.tokens(ids) + self.segments(segment_ids) + self.positions(positions)
        return self.dropout(self.norm(embedded))


class Attention(nn.Module):
    """Multi-head self-attention over the positions that the mask shows."""

    def __init__(self) -> None:
        super().__init__()
        self.query = nn.Linear(WIDTH, WIDTH)
        self.key = nn.Linear(WIDTH, WIDTH)
        self.value = nn.Linear(WIDTH, WIDTH)
        self.output = nn.Linear(WIDTH, WIDTH)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x: Tensor, visible: Tensor) -> Tensor:
        batch, length, _ = x.shape

        def heads(projected: Tensor) -> Tensor:
            return projected.view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2)

        mixed = F.scaled_dot_product_attention(
            heads(self.query(x)), heads(self.key(x)), heads(self.value(x)), attn_mask=visible
        )
        return self.dropout(self.output(mixed.transpose(1, 2).reshape(batch, length, WIDTH)))


class EncoderLayer(nn.Module):
    """Attention and feed-forward, each added to its input and normalised afterwards."""

    def __init__(self) -> None:
        super().__init__()
        self.attention = Attention()
        self.attention_norm = nn.LayerNorm(WIDTH, eps=NORM_EPSILON)
        self.expand = nn.Linear(WIDTH, 4 * WIDTH)
        self.activation = nn.GELU()
        self.contract = nn.Linear(4 * WIDTH, WIDTH)
        self.dropout = nn.Dropout(0.1)
        self.output_norm = nn.LayerNorm(WIDTH, eps=NORM_EPSILON)

    def forward(self, x: Tensor, visible: Tensor) -> Tensor:
        x = self.attention_norm(x + self.attention(x, visible))
        return self.output_norm(x + self.dropout(self.contract(self.activation(self.expand(x)))))


class Pooler(nn.Module):
    """One vector per sentence, from its first token."""

    def __init__(self) -> None:
        super().__init__()
        self.dense = nn.Linear(WIDTH, WIDTH)
        self.activation = nn.Tanh()

    def forward(self, x: Tensor) -> Tensor:
        return self.activation(self.dense(x[:, 0]))


class Bert(nn.Module):
    """Token ids in; a vector per token and one per sentence out."""

    def __init__(self) -> None:
        super().__init__()
        self.embeddings = Embeddings()
        self.layers = nn.ModuleList(EncoderLayer() for _ in range(LAYERS))
        self.pooler = Pooler()

    def forward(self, ids: Tensor, segment_ids: Tensor, attention_mask: Tensor) -> tuple[Tensor, Tensor]:
        visible = attention_mask[:, None, None, :].bool()
        x = self.embeddings(ids, segment_ids)
        for layer in self.layers:
            x = layer(x, visible)
        return x, self.pooler(x)


def workload() -> Workload:
    """One forward pass in evaluation mode, without gradients."""
    torch.manual_seed(3)
    model = Bert().eval()
    lengths = torch.randint(LENGTH // 4, LENGTH + 1, (BATCH, 1))
    attention_mask = (torch.arange(LENGTH) < lengths).long()
    ids = torch.randint(1, VOCABULARY, (BATCH, LENGTH)) * attention_mask
    segment_ids = (torch.arange(LENGTH) >= lengths // 2).long() * attention_mask

    def step() -> Tensor:
        with torch.no_grad():
            _, pooled = model(ids, segment_ids, attention_mask)
        return pooled

    return Workload(
        name="bert_inference",
        description=(
            f"BERT-style encoder, {LAYERS} layers of width {WIDTH}, {HEADS} heads, length {LENGTH} with padding, "
            f"vocabulary {VOCABULARY}, no gradients"
        ),
        step=step,
        batch_size=BATCH,
        items_per_step=BATCH,
        item_unit="sequences",
        training=False,
        modules=(model,),
    )


if __name__ == "__main__":
    main(workload)
