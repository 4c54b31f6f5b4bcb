# SPDX-License-Identifier: Apache-2.0
"""Training of a vision transformer (Dosovitskiy et al., 2020) of the width and heads of DeiT-Ti (Touvron et al., 2020).

A convolution cuts the image into patches, a learned class token joins them, and each layer normalises first. Nothing
drops out, so attention runs in one fused kernel, forward and backward.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from calque_record import Workload, main

BATCH = 8
IMAGE = 128
PATCH = 16
CLASSES = 1000
LAYERS = 8
HEADS = 3
WIDTH = 192
PATCHES = (IMAGE // PATCH) ** 2


class Embeddings(nn.Module):
    """One vector for each patch and one for the image, with their positions."""

    def __init__(self) -> None:
        super().__init__()
        self.patches = nn.Conv2d(3, WIDTH, kernel_size=PATCH, stride=PATCH)
        self.class_token = nn.Parameter(torch.zeros(1, 1, WIDTH))
        self.positions = nn.Parameter(torch.empty(1, PATCHES + 1, WIDTH))
        nn.init.trunc_normal_(self.positions, std=0.02)

    def forward(self, images: Tensor) -> Tensor:
        patches = self.patches(images).flatten(2).transpose(1, 2)
        class_token = self.class_token.expand(images.shape[0], -1, -1)
        return torch.cat([class_token, patches], dim=1) + self.positions


class Attention(nn.Module):
    """Multi-head self-attention between all patches."""

    def __init__(self) -> None:
        super().__init__()
        self.project_in = nn.Linear(WIDTH, 3 * WIDTH)
        self.project_out = nn.Linear(WIDTH, WIDTH)

    def forward(self, x: Tensor) -> Tensor:
        batch, length, _ = x.shape
        projected = self.project_in(x).reshape(batch, length, 3, HEADS, WIDTH // HEADS)
        query, key, value = projected.permute(2, 0, 3, 1, 4).unbind(0)
        mixed = F.scaled_dot_product_attention(query, key, value)
        return self.project_out(mixed.transpose(1, 2).reshape(batch, length, WIDTH))


class EncoderLayer(nn.Module):
    """Attention and feed-forward, each normalised first and added to its input."""

    def __init__(self) -> None:
        super().__init__()
        self.attention_norm = nn.LayerNorm(WIDTH, eps=1e-6)
        self.attention = Attention()
        self.feed_forward_norm = nn.LayerNorm(WIDTH, eps=1e-6)
        self.feed_forward = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH))

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.attention_norm(x))
        return x + self.feed_forward(self.feed_forward_norm(x))


class VisionTransformer(nn.Module):
    """Images in, a score per class out."""

    def __init__(self) -> None:
        super().__init__()
        self.embeddings = Embeddings()
        self.layers = nn.Sequential(*(EncoderLayer() for _ in range(LAYERS)))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-6)
        self.head = nn.Linear(WIDTH, CLASSES)

    def forward(self, images: Tensor) -> Tensor:
        x = self.norm(self.layers(self.embeddings(images)))
        return self.head(x[:, 0])


def workload() -> Workload:
    """One training step: forward, cross entropy with smoothed labels, backward, AdamW."""
    torch.manual_seed(5)
    model = VisionTransformer().train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4, weight_decay=0.05)
    images = torch.randn(BATCH, 3, IMAGE, IMAGE)
    classes = torch.randint(CLASSES, (BATCH,))

    def step() -> Tensor:
        optimizer.zero_grad(set_to_none=True)
        loss = F.cross_entropy(model(images), classes, label_smoothing=0.1)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return Workload(
        name="vit_train",
        description=(
            f"vision transformer, {LAYERS} layers of width {WIDTH}, {HEADS} heads, {IMAGE}x{IMAGE} images in "
            f"{PATCH}x{PATCH} patches, {CLASSES} classes, AdamW"
        ),
        step=step,
        batch_size=BATCH,
        items_per_step=BATCH,
        item_unit="images",
        training=True,
        modules=(model,),
    )


if __name__ == "__main__":
    main(workload)
