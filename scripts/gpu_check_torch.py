#!/usr/bin/env python3
"""Trains torchvision's or, without it, an equal ResNet-50 in PyTorch: images a second.

    gpu_check_torch.py bf16|fp16|tf32|fp32 BATCH eager|compile
"""

import sys
import time

import torch
from torch import nn


class Bottleneck(nn.Module):
    """Of ResNet v1.5: the stride is in the 3x3."""

    def __init__(self, inputs, width, stride):
        super().__init__()
        outputs = 4 * width
        self.f = nn.Sequential(
            nn.Conv2d(inputs, width, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU(True),
            nn.Conv2d(width, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU(True),
            nn.Conv2d(width, outputs, 1, bias=False), nn.BatchNorm2d(outputs),
        )  # fmt: skip
        self.g = None
        if stride != 1 or inputs != outputs:
            self.g = nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs)
            )
        self.relu = nn.ReLU(True)

    def forward(self, x):
        return self.relu(self.f(x) + (x if self.g is None else self.g(x)))


def resnet50():
    layers = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(True),
              nn.MaxPool2d(3, 2, 1)]  # fmt: skip
    channels = 64
    for stage, blocks in enumerate((3, 4, 6, 3)):
        width = 64 << stage
        for block in range(blocks):
            layers.append(Bottleneck(channels, width, 2 if block == 0 and stage > 0 else 1))
            channels = 4 * width
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(2048, 1000))


def main():
    precision, batch, how = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = precision != "fp32"
    torch.backends.cudnn.allow_tf32 = precision != "fp32"
    half = {"bf16": torch.bfloat16, "fp16": torch.float16}.get(precision)
    model = resnet50().cuda().to(memory_format=torch.channels_last)
    optimiser = torch.optim.SGD(model.parameters(), 0.1, momentum=0.9, weight_decay=1e-4)
    scaler = torch.amp.GradScaler("cuda", enabled=precision == "fp16")
    step = torch.compile(model) if how == "compile" else model
    x = torch.randn(batch, 3, 224, 224, device="cuda").to(memory_format=torch.channels_last)
    y = torch.randint(1000, (batch,), device="cuda")

    def iterate():
        optimiser.zero_grad(set_to_none=True)
        with torch.autocast("cuda", half or torch.float32, enabled=half is not None):
            loss = nn.functional.cross_entropy(step(x), y)
        scaler.scale(loss).backward()
        scaler.step(optimiser)
        scaler.update()

    for _ in range(10):
        iterate()
    torch.cuda.synchronize()
    begin, iterations = time.perf_counter(), 0
    while time.perf_counter() - begin < 8:
        for _ in range(10):
            iterate()
        torch.cuda.synchronize()
        iterations += 10
    speed = iterations * batch / (time.perf_counter() - begin)
    print(f"{speed:.1f} images/s, PyTorch {torch.__version__}, {how}, channels-last, {precision}, "
          f"training, batch {batch}")  # fmt: skip


main()
