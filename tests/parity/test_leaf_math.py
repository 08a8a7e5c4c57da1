"""leaf_math against PyTorch's autograd, and what leaf_checks says of a dump with gaps."""

import unittest

import numpy
import torch
from torch import nn
from torch.nn import functional

import leaf_checks
import leaf_math


def normal(*shape):
    return torch.randn(*shape, dtype=torch.float64).requires_grad_()


class AgainstAutograd(unittest.TestCase):
    GEOMETRY = {"kernel": "3", "stride": "2", "pad": "1"}
    NORMALISATION = {"epsilon": "1e-5", "momentum": "0.1"}

    def setUp(self):
        torch.manual_seed(1)

    def outputs(self, leaf, pass_, inputs, mode="train"):
        kind, attributes, x = leaf
        arrays = {role: tensor.detach().numpy().copy() for role, tensor in inputs.items()}
        leaf = {"kind": kind, "attributes": attributes}
        return leaf_math.recompute(leaf, pass_, mode, arrays, tuple(x.shape))

    def assert_same(self, outputs, expected):
        self.assertEqual(outputs.keys(), expected.keys())
        for role, tensor in expected.items():
            numpy.testing.assert_allclose(outputs[role], tensor.detach().numpy(), atol=1e-12)

    def check_passes(self, leaf, passes):
        for pass_, (inputs, expected) in passes.items():
            with self.subTest(pass_):
                self.assert_same(self.outputs(leaf, pass_, inputs), expected)

    def test_conv(self):
        x, weight = normal(3, 4, 9, 9), normal(5, 4, 3, 3)
        y = functional.conv2d(x, weight, stride=2, padding=1)
        dy = torch.randn_like(y)
        y.backward(dy)
        leaf = ("Conv", self.GEOMETRY, x)
        self.check_passes(leaf, {"Fwd": ({"x": x, "weight": weight}, {"y": y}),
                                 "BwdData": ({"dy": dy, "weight": weight}, {"dx": x.grad}),
                                 "BwdWeights": ({"x": x, "dy": dy},
                                                {"dweight": weight.grad})})  # fmt: skip

    def test_folded_conv(self):
        x, weight, bias = normal(3, 4, 9, 9), normal(5, 4, 3, 3), normal(5)
        y = functional.conv2d(x, weight, bias, stride=2, padding=1)
        shortcut = normal(*y.shape)
        inputs = {"x": x, "weight": weight, "bias": bias, "shortcut": shortcut}
        self.check_passes(("ConvBiasAddReLU", self.GEOMETRY, x),
                          {"Fwd": (inputs, {"y": torch.relu(y + shortcut)})})  # fmt: skip

    def test_batchnorm(self):
        module = nn.BatchNorm2d(4).double()
        module.weight.data.uniform_(0.5, 1.5)
        module.bias.data.normal_()
        x, shortcut = normal(3, 4, 5, 5), normal(3, 4, 5, 5)
        inputs = {
            "x": x, "shortcut": shortcut, "gamma": module.weight, "beta": module.bias,
            "running_mean": module.running_mean.clone(),
            "running_variance": module.running_var.clone(),
        }  # fmt: skip
        y = torch.relu(module(x) + shortcut)
        dy = torch.randn_like(y)
        y.backward(dy)
        mean = x.mean((0, 2, 3))
        inv_std = (x.var((0, 2, 3), unbiased=False) + module.eps) ** -0.5
        leaf = ("BatchNormAddReLU", self.NORMALISATION, x)
        forward = {
            "y": y, "saved_mean": mean, "saved_inv_std": inv_std,
            "running_mean": module.running_mean, "running_variance": module.running_var,
        }  # fmt: skip
        saved = {"gamma": module.weight, "saved_mean": mean, "saved_inv_std": inv_std}
        backward = {
            "dx": x.grad, "dshortcut": shortcut.grad,
            "dgamma": module.weight.grad, "dbeta": module.bias.grad,
        }  # fmt: skip
        self.check_passes(leaf, {"Fwd": (inputs, forward),
                                 "Bwd": ({"x": x, "y": y, "dy": dy, **saved},
                                         backward)})  # fmt: skip

    def test_batchnorm_in_inference(self):
        module = nn.BatchNorm2d(4).double().eval()
        module.running_mean.normal_()
        module.running_var.uniform_(0.5, 2)
        x = normal(3, 4, 5, 5)
        inputs = {
            "x": x, "gamma": module.weight, "beta": module.bias,
            "running_mean": module.running_mean, "running_variance": module.running_var,
        }  # fmt: skip
        leaf = ("BatchNorm", self.NORMALISATION, x)
        self.assert_same(self.outputs(leaf, "Fwd", inputs, "infer"), {"y": module(x)})

    def test_maxpool(self):
        """On a ReLU's output, where many windows hold the same value several times."""
        x = torch.relu(normal(3, 4, 9, 9)).detach().requires_grad_()
        y = functional.max_pool2d(x, 3, 2, 1)
        dy = torch.randn_like(y)
        y.backward(dy)
        leaf = ("MaxPool", self.GEOMETRY, x)
        windows = functional.unfold(functional.pad(x, [1] * 4, value=-numpy.inf), 3, stride=2)
        windows = windows.reshape(3, 4, 9, 5, 5)
        first = torch.tensor(windows.detach().numpy().argmax(2))
        self.check_passes(leaf, {"Fwd": ({"x": x}, {"y": y, "argmax": first}),
                                 "Bwd": ({"dy": dy, "argmax": first},
                                         {"dx": x.grad})})  # fmt: skip

    def test_head(self):
        x, weight, bias = normal(3, 4, 2, 2), normal(5, 4), normal(5)
        pooled = functional.adaptive_avg_pool2d(x, 1)
        pooled.retain_grad()
        logits = functional.linear(pooled.flatten(1), weight, bias)
        logits.retain_grad()
        labels = torch.tensor([1, 0, 4], dtype=torch.int32)
        loss = functional.cross_entropy(logits, labels.long())
        loss.backward()
        probabilities = torch.softmax(logits, 1)
        dlogits = logits.grad
        self.check_passes(("SoftmaxCrossEntropy", {}, logits), {
            "Fwd": ({"logits": logits, "labels": labels},
                    {"probabilities": probabilities, "loss": loss.reshape(1)}),
            "Bwd": ({"probabilities": probabilities, "labels": labels}, {"dlogits": dlogits}),
        })  # fmt: skip
        self.check_passes(("Linear", {}, pooled), {
            "Fwd": ({"x": pooled, "weight": weight, "bias": bias}, {"y": logits}),
            "BwdData": ({"dy": dlogits, "weight": weight}, {"dx": pooled.grad}),
            "BwdWeights": ({"x": pooled, "dy": dlogits},
                           {"dweight": weight.grad, "dbias": bias.grad}),
        })  # fmt: skip
        self.check_passes(("GlobalAvgPool", {}, x), {
            "Fwd": ({"x": x}, {"y": pooled}),
            "Bwd": ({"dy": pooled.grad}, {"dx": x.grad}),
        })  # fmt: skip

    def test_sgd(self):
        """Two steps of torch.optim.SGD; momentum starts at zero."""
        attributes = {"learning_rate": "0.1", "momentum": "0.9", "weight_decay": "0.01"}
        value = normal(6)
        optimiser = torch.optim.SGD([value], lr=0.1, momentum=0.9, weight_decay=0.01)
        momentum = torch.zeros_like(value)
        for _ in range(2):
            value.grad = torch.randn_like(value)
            inputs = {"value:a/b": value, "gradient:a/b": value.grad, "momentum:a/b": momentum}
            outputs = self.outputs(("Sgd", attributes, value), "Update", inputs)
            optimiser.step()
            momentum = optimiser.state[value]["momentum_buffer"]
            self.assert_same(outputs, {"value:a/b": value, "momentum:a/b": momentum})


class Gaps(unittest.TestCase):
    LEAVES = [
        {"path": "net/stem/conv", "kind": "Conv"},
        {"path": "net/stem/relu", "kind": "ReLU"},
        {"path": "net/conv", "kind": "Conv"},
        {"path": "net/update", "kind": "Sgd"},
    ]

    def test_passes_of_a_training_step(self):
        expected = leaf_checks.expected_passes(self.LEAVES, "train")
        self.assertEqual(len(expected), 2 + 2 + 3 + 1)
        self.assertNotIn(("net/stem/conv", "BwdData"), expected)

    def test_keys(self):
        key = "step1/leaf/net/update/Update/in/value:net/conv/weight"
        groups = leaf_checks.groups_of({key: numpy.ones(1), "step1/loss": numpy.ones(1)})
        self.assertEqual(list(groups), [(1, "net/update", "Update")])
        self.assertEqual(
            list(groups[1, "net/update", "Update"].inputs), ["value:net/conv/weight"]
        )


if __name__ == "__main__":
    unittest.main()
