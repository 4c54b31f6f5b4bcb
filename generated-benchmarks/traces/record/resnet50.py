# SPDX-License-Identifier: Apache-2.0
"""ResNet-50 training (He et al., "Deep Residual Learning for Image Recognition", 2015), in its v1.5 form.

v1.5 puts the stride of a downsampling block on its 3x3 convolution instead of its first 1x1 convolution.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from calque_record import Workload, main
from flops import CONVOLUTION_FORMULA, convolution_flops_per_image

BATCH = 16
IMAGE = 64
CLASSES = 1000
EXPANSION = 4


class Bottleneck(nn.Module):
    """1x1 reduce, 3x3, 1x1 expand, added to a shortcut."""

    def __init__(self, channels_in: int, width: int, stride: int) -> None:
        super().__init__()
        channels_out = width * EXPANSION
        self.conv1 = nn.Conv2d(channels_in, width, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, stride, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.conv3 = nn.Conv2d(width, channels_out, 1, bias=False)
        self.bn3 = nn.BatchNorm2d(channels_out)
        self.relu = nn.ReLU(inplace=True)
        self.downsample: nn.Module | None = None
        if stride != 1 or channels_in != channels_out:
            self.downsample = nn.Sequential(
                nn.Conv2d(channels_in, channels_out, 1, stride, bias=False), nn.BatchNorm2d(channels_out)
            )

    def forward(self, x: Tensor) -> Tensor:
        shortcut = x if self.downsample is None else self.downsample(x)
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.relu(self.bn2(self.conv2(out)))
        out = self.bn3(self.conv3(out))
        out += shortcut
        return self.relu(out)


class ResNet50(nn.Module):
    """Stem, four stages of 3, 4, 6 and 3 bottlenecks, average pooling, classifier."""

    def __init__(self) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(3, 64, 7, stride=2, padding=3, bias=False)
        self.bn1 = nn.BatchNorm2d(64)
        self.relu = nn.ReLU(inplace=True)
        self.maxpool = nn.MaxPool2d(3, stride=2, padding=1)
        self.layer1 = stage(64, 64, blocks=3, stride=1)
        self.layer2 = stage(256, 128, blocks=4, stride=2)
        self.layer3 = stage(512, 256, blocks=6, stride=2)
        self.layer4 = stage(1024, 512, blocks=3, stride=2)
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(512 * EXPANSION, CLASSES)
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")

    def forward(self, images: Tensor) -> Tensor:
        x = self.maxpool(self.relu(self.bn1(self.conv1(images))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(torch.flatten(self.avgpool(x), 1))


def stage(channels_in: int, width: int, blocks: int, stride: int) -> nn.Sequential:
    """Blocks of one width; the first takes the stride and the change of channels."""
    rest = (Bottleneck(width * EXPANSION, width, 1) for _ in range(blocks - 1))
    return nn.Sequential(Bottleneck(channels_in, width, stride), *rest)


def workload() -> Workload:
    """One training step: forward, cross entropy, backward, SGD with momentum and weight decay."""
    torch.manual_seed(50)
    model = ResNet50().train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-4)
    images = torch.randn(BATCH, 3, IMAGE, IMAGE)
    classes = torch.randint(CLASSES, (BATCH,))

    def step() -> Tensor:
        optimizer.zero_grad(set_to_none=True)
        loss = F.cross_entropy(model(images), classes)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return Workload(
        name="resnet50_train",
        description=f"ResNet-50 v1.5 on {IMAGE}x{IMAGE} images, {CLASSES} classes, SGD with momentum and weight decay",
        step=step,
        batch_size=BATCH,
        items_per_step=BATCH,
        item_unit="images",
        training=True,
        modules=(model,),
        flops_per_item=convolution_flops_per_image(ResNet50, images[:1]),
        flops_formula=CONVOLUTION_FORMULA,
    )


if __name__ == "__main__":
    main(workload)
