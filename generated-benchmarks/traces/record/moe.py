# SPDX-License-Identifier: Apache-2.0
"""Training of an encoder whose feed-forward networks are mixtures of experts, on restoring masked tokens.

In the first mixture each token chooses its best experts (GShard, Lepikhin et al., 2020), in the second each expert
chooses its best tokens (Zhou et al., 2022). In both an expert has room for a fixed number of tokens, so shapes do not
depend on what the routers decide. Attention has a learned bias for the distance of two positions (Raffel et al., 2019).
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from calque_record import Workload, main

BATCH = 4
LENGTH = 128
TOKENS = BATCH * LENGTH
MASKED = 20
VOCABULARY = 8192
MASK = 0
HEADS = 4
WIDTH = 256
EXPERTS = 8
EXPERT_WIDTH = 512
CHOICES = 2
CAPACITY = TOKENS * CHOICES // EXPERTS * 5 // 4
DISTANCES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
BALANCE_WEIGHT = 0.01


class DistanceBias(nn.Module):
    """What each head adds to its score of two positions, by the bucket that their distance falls into."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("limits", torch.tensor([-limit for limit in reversed(DISTANCES)] + list(DISTANCES)))
        self.biases = nn.Embedding(2 * len(DISTANCES) + 1, HEADS)

    def forward(self, length: int) -> Tensor:
        positions = torch.arange(length, device=self.limits.device)
        distances = positions[None, :] - positions[:, None]
        return self.biases(torch.bucketize(distances, self.limits)).permute(2, 0, 1)


class Attention(nn.Module):
    """Multi-head self-attention, with a bias for each head and pair of positions."""

    def __init__(self) -> None:
        super().__init__()
        self.project_in = nn.Linear(WIDTH, 3 * WIDTH)
        self.project_out = nn.Linear(WIDTH, WIDTH)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        batch, length, _ = x.shape
        query, key, value = (
            part.view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2)
            for part in self.project_in(x).chunk(3, dim=-1)
        )
        mixed = F.scaled_dot_product_attention(query, key, value, attn_mask=bias)
        return self.project_out(mixed.transpose(1, 2).reshape(batch, length, WIDTH))


class Experts(nn.ModuleList):
    """Feed-forward networks, each for the tokens of one group."""

    def __init__(self) -> None:
        super().__init__(
            nn.Sequential(nn.Linear(WIDTH, EXPERT_WIDTH), nn.GELU(), nn.Linear(EXPERT_WIDTH, WIDTH))
            for _ in range(EXPERTS)
        )


class TokensChoose(nn.Module):
    """Each token goes to its best experts, unless they are full; returns also a loss that keeps experts in balance."""

    def __init__(self) -> None:
        super().__init__()
        self.router = nn.Linear(WIDTH, EXPERTS, bias=False)
        self.experts = Experts()

    def forward(self, tokens: Tensor) -> tuple[Tensor, Tensor]:
        shares = self.router(tokens).softmax(-1)
        weights, chosen = shares.topk(CHOICES)
        weights = weights / weights.sum(-1, keepdim=True)
        chosen = chosen.flatten()
        assigned = F.one_hot(chosen, EXPERTS)
        arrival = assigned.cumsum(0).gather(1, chosen.unsqueeze(1)).squeeze(1) - 1
        # Tokens that find an expert full share the seat behind the last one, where nobody answers.
        seats = (chosen * CAPACITY + arrival).masked_fill(arrival >= CAPACITY, EXPERTS * CAPACITY)
        seated = tokens.new_zeros(EXPERTS * CAPACITY + 1, WIDTH)
        seated = seated.index_add(0, seats, tokens.repeat_interleave(CHOICES, dim=0))
        groups = seated[:-1].chunk(EXPERTS)
        answers = [expert(group) for expert, group in zip(self.experts, groups, strict=True)]
        answers = torch.cat([*answers, tokens.new_zeros(1, WIDTH)]).index_select(0, seats)
        mixed = (answers.view(-1, CHOICES, WIDTH) * weights.unsqueeze(-1)).sum(1)
        balance = EXPERTS * (assigned.float().mean(0) * shares.mean(0)).sum()
        return mixed, balance


class ExpertsChoose(nn.Module):
    """Each expert takes the tokens that score best with it, and reads them in order; this needs no loss for balance."""

    def __init__(self) -> None:
        super().__init__()
        self.router = nn.Linear(WIDTH, EXPERTS, bias=False)
        self.experts = Experts()

    def forward(self, tokens: Tensor) -> tuple[Tensor, None]:
        shares = self.router(tokens).softmax(-1)
        weights, chosen = shares.t().topk(CAPACITY)
        chosen, order = chosen.sort(dim=1)
        weights = weights.gather(1, order)
        mixed = torch.zeros_like(tokens)
        for expert, rows, weight in zip(self.experts, chosen, weights, strict=True):
            mixed = mixed.index_add(0, rows, expert(tokens[rows]) * weight.unsqueeze(1))
        return mixed, None


class EncoderLayer(nn.Module):
    """Attention and a mixture of experts, each normalised first and added to its input, and the mixture's loss."""

    def __init__(self, mixture: TokensChoose | ExpertsChoose) -> None:
        super().__init__()
        self.attention_norm = nn.LayerNorm(WIDTH)
        self.attention = Attention()
        self.mixture_norm = nn.LayerNorm(WIDTH)
        self.mixture = mixture

    def forward(self, x: Tensor, bias: Tensor) -> tuple[Tensor, Tensor | None]:
        x = x + self.attention(self.attention_norm(x), bias)
        mixed, balance = self.mixture(self.mixture_norm(x).flatten(0, 1))
        return x + mixed.view_as(x), balance


class Encoder(nn.Module):
    """Token ids and the places of masked ones in; scores of every vocabulary entry at these places, and a loss, out."""

    def __init__(self) -> None:
        super().__init__()
        self.tokens = nn.Embedding(VOCABULARY, WIDTH)
        self.distance_bias = DistanceBias()
        self.first = EncoderLayer(TokensChoose())
        self.second = EncoderLayer(ExpertsChoose())
        self.norm = nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, VOCABULARY)

    def forward(self, ids: Tensor, masked: Tensor) -> tuple[Tensor, Tensor]:
        bias = self.distance_bias(ids.shape[1])
        x, balance = self.first(self.tokens(ids), bias)
        x, _ = self.second(x, bias)
        x = x.gather(1, masked.unsqueeze(-1).expand(-1, -1, WIDTH))
        return self.head(self.norm(x)), balance


def workload() -> Workload:
    """One training step: masking, forward, cross entropy over the masked tokens, backward, fused Adam."""
    torch.manual_seed(8)
    model = Encoder().train()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-4, fused=True)
    ids = torch.randint(MASK + 1, VOCABULARY, (BATCH, LENGTH))
    masked = torch.rand(BATCH, LENGTH).topk(MASKED).indices

    def step() -> Tensor:
        optimizer.zero_grad(set_to_none=True)
        scores, balance = model(ids.scatter(1, masked, MASK), masked)
        loss = F.cross_entropy(scores.flatten(0, 1), ids.gather(1, masked).flatten()) + BALANCE_WEIGHT * balance
        loss.backward()
        optimizer.step()
        return loss.detach()

    return Workload(
        name="moe_train",
        description=(
            f"encoder, 2 layers of width {WIDTH} with {EXPERTS} experts each: tokens choose {CHOICES} experts in one, "
            f"experts {CAPACITY} tokens in the other; length {LENGTH}, vocabulary {VOCABULARY}, fused Adam"
        ),
        step=step,
        batch_size=BATCH,
        items_per_step=TOKENS,
        item_unit="tokens",
        training=True,
        modules=(model,),
    )


if __name__ == "__main__":
    main(workload)
