# SPDX-License-Identifier: Apache-2.0
"""Training of a recommender in the manner of DLRM (Naumov et al., 2019).

Categorical features are bags of varying length, looked up and summed in one embedding table each; dense features pass
a bottom perceptron. The dot products of every pair of these vectors, beside the dense one, feed a top perceptron that
scores a click. Indices are drawn uniformly, and gradients of the tables are dense.
"""

import torch
from torch import Tensor, nn

from calque_record import Workload, main

BATCH = 1024
DENSE_FEATURES = 13
DIMENSION = 64
TABLE_ROWS = (100_000, 50_000, 20_000, 10_000, 5_000, 1_000, 200, 30)
LARGEST_BAG = 20
BOTTOM_WIDTHS = (DENSE_FEATURES, 512, 256, DIMENSION)
VECTORS = len(TABLE_ROWS) + 1
TOP_WIDTHS = (DIMENSION + VECTORS * (VECTORS - 1) // 2, 512, 256, 1)

Bags = list[tuple[Tensor, Tensor]]
"""Per table: the indices of all bags one after the other, and where each bag starts."""


class Interaction(nn.Module):
    """The dense vector, followed by the dot product of every pair of vectors."""

    def __init__(self) -> None:
        super().__init__()
        rows, columns = torch.tril_indices(VECTORS, VECTORS, offset=-1)
        self.register_buffer("rows", rows.contiguous())
        self.register_buffer("columns", columns.contiguous())

    def forward(self, dense: Tensor, looked_up: list[Tensor]) -> Tensor:
        vectors = torch.stack([dense, *looked_up], dim=1)
        products = torch.bmm(vectors, vectors.transpose(1, 2))
        return torch.cat([dense, products[:, self.rows, self.columns]], dim=1)


class Dlrm(nn.Module):
    """Dense features and bags in, one score per example out."""

    def __init__(self) -> None:
        super().__init__()
        self.bottom = perceptron(BOTTOM_WIDTHS, last_activation=True)
        self.tables = nn.ModuleList(nn.EmbeddingBag(rows, DIMENSION, mode="sum") for rows in TABLE_ROWS)
        self.interaction = Interaction()
        self.top = perceptron(TOP_WIDTHS, last_activation=False)

    def forward(self, dense: Tensor, bags: Bags) -> Tensor:
        looked_up = [table(indices, offsets) for table, (indices, offsets) in zip(self.tables, bags, strict=True)]
        return self.top(self.interaction(self.bottom(dense), looked_up)).squeeze(1)


def perceptron(widths: tuple[int, ...], last_activation: bool) -> nn.Sequential:
    """Linear layers between the given widths, with ReLU in between and, if asked for, at the end."""
    layers: list[nn.Module] = []
    for inputs, outputs in zip(widths, widths[1:]):
        layers += [nn.Linear(inputs, outputs), nn.ReLU()]
    return nn.Sequential(*(layers if last_activation else layers[:-1]))


def draw_bags(rows: int) -> tuple[Tensor, Tensor]:
    """A bag of 1 to LARGEST_BAG indices for each example."""
    lengths = torch.randint(1, LARGEST_BAG + 1, (BATCH,))
    offsets = torch.cumsum(lengths, 0) - lengths
    return torch.randint(rows, (int(lengths.sum()),)), offsets


def workload() -> Workload:
    """One training step: forward, binary cross entropy, backward, SGD."""
    torch.manual_seed(4)
    model = Dlrm().train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    criterion = nn.BCEWithLogitsLoss()
    dense = torch.randn(BATCH, DENSE_FEATURES)
    bags = [draw_bags(rows) for rows in TABLE_ROWS]
    clicks = torch.randint(2, (BATCH,)).float()

    def step() -> Tensor:
        optimizer.zero_grad(set_to_none=True)
        loss = criterion(model(dense, bags), clicks)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return Workload(
        name="dlrm_train",
        description=(
            f"DLRM-style recommender, {len(TABLE_ROWS)} tables of {TABLE_ROWS[-1]} to {TABLE_ROWS[0]} rows, "
            f"dimension {DIMENSION}, bags of 1 to {LARGEST_BAG} indices, SGD"
        ),
        step=step,
        batch_size=BATCH,
        items_per_step=BATCH,
        item_unit="samples",
        training=True,
        modules=(model,),
    )


if __name__ == "__main__":
    main(workload)
