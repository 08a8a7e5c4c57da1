"""ResNet (He et al. 2015) in plain PyTorch. Its modules are named as the parts of the program's
tree, so that a parameter's name with / for . is its canonical path below the model's name."""

from collections import OrderedDict

import torch
from torch import nn

BLOCKS = {
    "resnet18": (2, 2, 2, 2),
    "resnet34": (3, 4, 6, 3),
    "resnet50": (3, 4, 6, 3),
    "resnet101": (3, 4, 23, 3),
    "resnet152": (3, 8, 36, 3),
}
WIDTHS = (64, 128, 256, 512)


def conv(inputs, outputs, kernel, stride=1):
    return nn.Conv2d(inputs, outputs, kernel, stride, padding=kernel // 2, bias=False)


def chain(**children):
    return nn.Sequential(OrderedDict(children))


class ShortCutAdd(nn.Module):
    """G(x) + F(x); an empty G hands x through. The ReLU behind it belongs to the stage."""

    def __init__(self, F, G):
        super().__init__()
        self.F = F
        self.G = G

    def forward(self, x):
        return self.G(x) + self.F(x)


def shortcut(inputs, outputs, stride):
    if inputs == outputs and stride == 1:
        return nn.Sequential()
    return chain(conv=conv(inputs, outputs, 1, stride), bn=nn.BatchNorm2d(outputs))


def basic_block(inputs, width, stride, variant):
    """Two 3x3; both variants are the same."""
    F = chain(
        conv1=conv(inputs, width, 3, stride),
        bn1=nn.BatchNorm2d(width),
        relu1=nn.ReLU(),
        conv2=conv(width, width, 3),
        bn2=nn.BatchNorm2d(width),
    )
    return ShortCutAdd(F, shortcut(inputs, width, stride)), width


def bottleneck(inputs, width, stride, variant):
    """1x1, 3x3, 1x1; the stride is in the first 1x1 (v1) or in the 3x3 (v1.5)."""
    outputs = 4 * width
    first, second = (stride, 1) if variant == "v1" else (1, stride)
    F = chain(
        conv1=conv(inputs, width, 1, first),
        bn1=nn.BatchNorm2d(width),
        relu1=nn.ReLU(),
        conv2=conv(width, width, 3, second),
        bn2=nn.BatchNorm2d(width),
        relu2=nn.ReLU(),
        conv3=conv(width, outputs, 1),
        bn3=nn.BatchNorm2d(outputs),
    )
    return ShortCutAdd(F, shortcut(inputs, outputs, stride)), outputs


def build(model, variant="v1.5", classes=1000):
    make = basic_block if model in ("resnet18", "resnet34") else bottleneck
    parts = {
        "stem": chain(
            conv=conv(3, 64, 7, 2),
            bn=nn.BatchNorm2d(64),
            relu=nn.ReLU(),
            maxpool=nn.MaxPool2d(3, stride=2, padding=1),
        )
    }
    channels = 64
    for number, (width, count) in enumerate(zip(WIDTHS, BLOCKS[model]), 1):
        stage = {}
        for k in range(1, count + 1):
            stride = 2 if k == 1 and number > 1 else 1
            stage[f"block{k}"], channels = make(channels, width, stride, variant)
            stage[f"relu{k}"] = nn.ReLU()
        parts[f"stage{number}"] = chain(**stage)
    parts["head"] = chain(
        avgpool=nn.AdaptiveAvgPool2d(1), flatten=nn.Flatten(), fc=nn.Linear(channels, classes)
    )
    return chain(**parts)


def parameters(network, model):
    """{canonical path: parameter}"""
    return {path_of(name, model): value for name, value in network.named_parameters()}


def statistics(network, model):
    """{canonical path: running mean or variance}"""
    return {
        path_of(name, model): value
        for name, value in network.named_buffers()
        if not name.endswith("num_batches_tracked")
    }


def path_of(name, model):
    return model + "/" + name.replace(".", "/")


def load(network, model, tensors, step=0):
    """Gives the network the parameters and statistics that a dump holds before a step."""
    with torch.no_grad():
        for path, value in parameters(network, model).items():
            value.copy_(torch.tensor(tensors[f"step{step}/parameter_before/{path}"]))
        for path, value in statistics(network, model).items():
            value.copy_(torch.tensor(tensors[f"step{step}/statistic_before/{path}"]))
