"""One run of a ResNet in PyTorch."""

import contextlib
import warnings

import torch
from torch import nn

import measure
import resnet_torch

warnings.simplefilter("ignore", FutureWarning)  # of torch.jit, which is still there


def main():
    options = measure.parse(
        graph=("eager", "frozen", "compile"), layout=("nchw", "channels-last")
    )
    loaded = measure.resident_bytes()
    torch.set_num_threads(options.threads)
    torch.set_float32_matmul_precision("highest")
    torch.manual_seed(1)
    layout = torch.channels_last if options.layout == "channels-last" else torch.contiguous_format
    network = resnet_torch.build(options.model).to(memory_format=layout)
    images = torch.randn(options.batch, 3, options.image_size, options.image_size)
    images = images.to(memory_format=layout)
    make = training if options.mode == "train" else inference
    measure.measure(make(network, images, options), options, torch.__version__, loaded)


def autocast(options):
    if options.precision == "bf16":
        return torch.autocast("cpu", torch.bfloat16)
    return contextlib.nullcontext()


def training(network, images, options):
    network.train()
    labels = torch.randint(1000, (len(images),))
    # One kernel for the whole update, which is not the default.
    fused = {"fused": True} if options.layout == "channels-last" else {}
    optimiser = torch.optim.SGD(
        network.parameters(), lr=0.1 * len(images) / 256, momentum=0.9, weight_decay=1e-4, **fused
    )
    if options.graph == "compile":
        network = torch.compile(network)

    def step():
        optimiser.zero_grad()
        with autocast(options):
            loss = nn.functional.cross_entropy(network(images), labels)
        loss.backward()
        optimiser.step()
        return loss.detach()

    return step


def inference(network, images, options):
    network.eval()
    with torch.no_grad():
        network = GRAPHS[options.graph](network, images)

    def step():
        with torch.no_grad(), autocast(options):
            return network(images)

    return step


def frozen(network, images):
    return torch.jit.optimize_for_inference(torch.jit.freeze(torch.jit.trace(network, images)))


def compiled(network, _):
    import torch._inductor.config

    torch._inductor.config.freezing = True  # parameters become constants: BatchNorm is folded
    return torch.compile(network)


GRAPHS = {"eager": lambda network, _: network, "frozen": frozen, "compile": compiled}

if __name__ == "__main__":
    main()
