# SPDX-License-Identifier: Apache-2.0
"""A two-layer perceptron: the smallest training step with every phase of a real one."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from calque_record import Workload, main

BATCH = 8
FEATURES = 16
HIDDEN = 32
CLASSES = 4


class Mlp(nn.Module):
    """Linear, ReLU, linear."""

    def __init__(self) -> None:
        super().__init__()
        self.hidden = nn.Linear(FEATURES, HIDDEN)
        self.output = nn.Linear(HIDDEN, CLASSES)

    def forward(self, features: Tensor) -> Tensor:
        return self.output(F.relu(self.hidden(features)))


def workload() -> Workload:
    """One training step: forward, cross entropy, backward, SGD with momentum."""
    torch.manual_seed(1)
    model = Mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    features = torch.randn(BATCH, FEATURES)
    classes = torch.randint(CLASSES, (BATCH,))

    def step() -> Tensor:
        optimizer.zero_grad(set_to_none=True)
        loss = F.cross_entropy(model(features), classes)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return Workload(
        name="mlp_train",
        description=f"two-layer perceptron, {FEATURES} features, {HIDDEN} hidden units, {CLASSES} classes, SGD",
        step=step,
        batch_size=BATCH,
        items_per_step=BATCH,
        item_unit="samples",
        training=True,
        modules=(model,),
    )


if __name__ == "__main__":
    main(workload)
