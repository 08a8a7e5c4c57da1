"""Dumps made by PyTorch in the program's place, so that the comparison itself can be tested: on a
result that is right, and on one with a fault planted in it."""

import torch
from torch import nn

import resnet_torch
import torch_runs


def make(dtype, model, variant="v1.5", mode="train", batch=4, image_size=64, classes=7,
         init="random", seed=1, fault=0.0):
    """(metadata, tensors) as the program dumps them, without leaves. `fault` is the relative
    error of one term of BatchNorm's backward."""
    metadata = {
        "model": model, "variant": variant, "mode": mode, "batch": str(batch),
        "image_size": str(image_size), "classes": str(classes), "init": init, "seed": str(seed),
        "learning_rate": repr(0.1 * batch / 256),
    }  # fmt: skip
    generator = torch.Generator().manual_seed(seed)
    network = resnet_torch.build(model, variant, classes)
    initialise(network, init, generator)
    if fault:
        plant(network, fault)
    network.to(dtype)
    tensors = {}
    steps = torch_runs.steps_of(mode)
    for i in steps:
        images = torch.randn(batch, 3, image_size, image_size, generator=generator)
        tensors[f"step{i}/input"] = images.to(dtype).numpy()
        labels = torch.randint(classes, (batch,), generator=generator, dtype=torch.int32)
        tensors[f"step{i}/labels"] = labels.numpy()
    before = {
        "parameter_before": resnet_torch.parameters(network, model),
        "statistic_before": resnet_torch.statistics(network, model),
    }
    for kind, values in before.items():
        for path, value in values.items():
            tensors[f"step0/{kind}/{path}"] = value.detach().numpy().copy()
    tensors.update(torch_runs.run_network(network, metadata, tensors, dtype, steps))
    for name, tensor in list(tensors.items()):
        for kind in ("parameter", "statistic"):
            if name.startswith(f"step0/{kind}_after/"):
                tensors[name.replace("step0", "step1").replace("_after", "_before")] = tensor
    return metadata, tensors


def initialise(network, init, generator):
    for module in network.modules():
        if isinstance(module, nn.Conv2d):
            std = (2 / module.weight[:, 0].numel()) ** 0.5
            module.weight.data.normal_(0, std, generator=generator)
        if isinstance(module, nn.Linear):
            module.weight.data.normal_(0, module.in_features**-0.5, generator=generator)
            module.bias.data.normal_(0, 0.1, generator=generator)
        if isinstance(module, nn.BatchNorm2d) and init == "random":
            module.weight.data.uniform_(0.5, 1.5, generator=generator)
            module.bias.data.normal_(0, 0.1, generator=generator)
        if isinstance(module, nn.BatchNorm2d) and init == "separated":
            module.bias.data[0::2] = 4
            module.bias.data[1::2] = -4


class FaultyBatchNorm(torch.autograd.Function):
    """BatchNorm in training whose dx = gamma inv_std (dy - mean(dy) - xhat mean(dy xhat)) has its
    last term wrong by a factor."""

    @staticmethod
    def forward(context, x, gamma, beta, epsilon, fault):
        mean = x.mean((0, 2, 3), keepdim=True)
        inv_std = (x.var((0, 2, 3), unbiased=False, keepdim=True) + epsilon).rsqrt()
        xhat = (x - mean) * inv_std
        context.save_for_backward(xhat, gamma, inv_std)
        context.fault = fault
        return xhat * gamma[:, None, None] + beta[:, None, None]

    @staticmethod
    def backward(context, dy):
        xhat, gamma, inv_std = context.saved_tensors
        projection = (dy * xhat).mean((0, 2, 3), keepdim=True) * (1 + context.fault)
        centred = dy - dy.mean((0, 2, 3), keepdim=True) - xhat * projection
        dgamma = (dy * xhat).sum((0, 2, 3))
        return gamma[:, None, None] * inv_std * centred, dgamma, dy.sum((0, 2, 3)), None, None


def plant(network, fault):
    for module in network.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.forward = faulty_forward(module, fault)


def faulty_forward(module, fault):
    def forward(x):
        with torch.no_grad():  # moves the running statistics
            nn.BatchNorm2d.forward(module, x)
        return FaultyBatchNorm.apply(x, module.weight, module.bias, module.eps, fault)

    return forward
