"""One run of a ResNet in PyTorch eager for scripts/compare_torch: prints a line of JSON."""

import argparse
import json
import time

import torch
from torch import nn

import resnet_torch


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model")
    parser.add_argument("--mode", choices=("train", "infer"))
    for name in ("batch", "image-size", "threads", "iterations", "warmup"):
        parser.add_argument("--" + name, type=int)
    parser.add_argument("--channels-last", action="store_true")
    options = parser.parse_args()

    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    layout = torch.channels_last if options.channels_last else torch.contiguous_format
    network = resnet_torch.build(options.model).to(memory_format=layout)
    images = torch.randn(options.batch, 3, options.image_size, options.image_size)
    images = images.to(memory_format=layout)
    step = (training if options.mode == "train" else inference)(network, images)

    for _ in range(options.warmup):
        step()
    begin = time.perf_counter()
    for _ in range(options.iterations):
        step()
    seconds = time.perf_counter() - begin
    layout_name = "channels-last, tuned malloc" if options.channels_last else "NCHW"
    print(json.dumps({
        "images_per_second": options.batch * options.iterations / seconds,
        "set": f"torch {torch.__version__}, eager, {layout_name}",
    }))  # fmt: skip


def training(network, images):
    network.train()
    labels = torch.randint(1000, (len(images),))
    optimiser = torch.optim.SGD(
        network.parameters(), lr=0.1 * len(images) / 256, momentum=0.9, weight_decay=1e-4
    )

    def step():
        optimiser.zero_grad()
        nn.functional.cross_entropy(network(images), labels).backward()
        optimiser.step()

    return step


def inference(network, images):
    network.eval()

    def step():
        with torch.no_grad():
            network(images)

    return step


if __name__ == "__main__":
    main()
