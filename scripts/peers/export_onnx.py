"""Writes a ResNet with random weights, as PyTorch exports it for inference, for a fixed batch."""

import torch

import measure
import resnet_torch

options = measure.parse()
torch.manual_seed(1)
network = resnet_torch.build(options.model).eval()
images = torch.zeros(options.batch, 3, options.image_size, options.image_size)
torch.onnx.export(
    network, (images,), options.onnx, input_names=["images"], output_names=["logits"],
    dynamo=True, external_data=False, verbose=False,
)  # fmt: skip
