"""Each kind of leaf in PyTorch, in double. A function takes the leaf, its inputs by role and the
shape of its forward input x, and returns its outputs by role."""

import torch
from torch.nn import functional, grad

aten = torch.ops.aten


def geometry(leaf):
    attributes = leaf["attributes"]
    return int(attributes["stride"]), int(attributes["pad"])


def epilogue(leaf, y, inputs):
    """What fusion puts behind a Conv or BatchNorm."""
    if "Add" in leaf["kind"]:
        y = y + inputs["shortcut"]
    return torch.relu(y) if "ReLU" in leaf["kind"] else y


def conv_forward(leaf, inputs, x_shape):
    y = functional.conv2d(inputs["x"], inputs["weight"], inputs.get("bias"), *geometry(leaf))
    return {"y": epilogue(leaf, y, inputs)}


def conv_backward_data(leaf, inputs, x_shape):
    return {"dx": grad.conv2d_input(x_shape, inputs["weight"], inputs["dy"], *geometry(leaf))}


def conv_backward_weights(leaf, inputs, x_shape):
    x, dy = inputs["x"], inputs["dy"]
    kernel = int(leaf["attributes"]["kernel"])
    shape = (dy.shape[1], x.shape[1], kernel, kernel)
    return {"dweight": grad.conv2d_weight(x, shape, dy, *geometry(leaf))}


def batchnorm_forward_training(leaf, inputs, x_shape):
    momentum, epsilon = (float(leaf["attributes"][name]) for name in ("momentum", "epsilon"))
    running_mean, running_variance = inputs["running_mean"], inputs["running_variance"]
    y, mean, inv_std = aten.native_batch_norm(
        inputs["x"], inputs["gamma"], inputs["beta"], running_mean, running_variance,
        True, momentum, epsilon,
    )  # fmt: skip
    return {
        "y": epilogue(leaf, y, inputs),
        "saved_mean": mean,
        "saved_inv_std": inv_std,
        # Moved in place.
        "running_mean": running_mean,
        "running_variance": running_variance,
    }


def batchnorm_forward_inference(leaf, inputs, x_shape):
    y = functional.batch_norm(
        inputs["x"], inputs["running_mean"], inputs["running_variance"],
        inputs["gamma"], inputs["beta"], eps=float(leaf["attributes"]["epsilon"]),
    )  # fmt: skip
    return {"y": epilogue(leaf, y, inputs)}


def batchnorm_backward(leaf, inputs, x_shape):
    dy = inputs["dy"] + inputs.get("dy2", 0)
    if "ReLU" in leaf["kind"]:
        dy = dy * (inputs["y"] > 0)
    dx, dgamma, dbeta = aten.native_batch_norm_backward(
        dy, inputs["x"], inputs["gamma"], None, None, inputs["saved_mean"],
        inputs["saved_inv_std"], True, float(leaf["attributes"]["epsilon"]), [True] * 3,
    )  # fmt: skip
    outputs = {"dx": dx, "dgamma": dgamma, "dbeta": dbeta}
    if "Add" in leaf["kind"]:
        outputs["dshortcut"] = dy
    return outputs


def relu_forward(leaf, inputs, x_shape):
    return {"y": torch.relu(inputs["x"])}


def relu_backward(leaf, inputs, x_shape):
    return {"dx": inputs["dy"] * (inputs["y"] > 0)}


def add(leaf, inputs, x_shape):
    return {"sum": inputs["a"] + inputs["b"]}


def maxpool_inference(leaf, inputs, x_shape):
    kernel = int(leaf["attributes"]["kernel"])
    return {"y": functional.max_pool2d(inputs["x"], kernel, *geometry(leaf))}


def maxpool_training(leaf, inputs, x_shape):
    """The program keeps each maximum's place in its window, PyTorch that in the image."""
    kernel = int(leaf["attributes"]["kernel"])
    stride, pad = geometry(leaf)
    x = inputs["x"]
    y, index = functional.max_pool2d(x, kernel, stride, pad, return_indices=True)
    top, left = corners(y.shape, stride, pad)
    row = index // x.shape[3] - top
    column = index % x.shape[3] - left
    return {"y": y, "argmax": row * kernel + column}


def maxpool_backward(leaf, inputs, x_shape):
    kernel = int(leaf["attributes"]["kernel"])
    stride, pad = geometry(leaf)
    argmax, dy = inputs["argmax"].long(), inputs["dy"]
    top, left = corners(dy.shape, stride, pad)
    index = (argmax // kernel + top) * x_shape[3] + argmax % kernel + left
    x = dy.new_zeros(x_shape)
    dx = aten.max_pool2d_with_indices_backward(
        dy, x, [kernel] * 2, [stride] * 2, [pad] * 2, [1, 1], False, index
    )
    return {"dx": dx}


def corners(y_shape, stride, pad):
    """Row and column in the image of each window's first element."""
    rows = torch.arange(y_shape[2])[:, None] * stride - pad
    columns = torch.arange(y_shape[3])[None, :] * stride - pad
    return rows, columns


def avgpool_forward(leaf, inputs, x_shape):
    return {"y": inputs["x"].mean((2, 3), keepdim=True)}


def avgpool_backward(leaf, inputs, x_shape):
    return {"dx": inputs["dy"].expand(x_shape) / (x_shape[2] * x_shape[3])}


def linear_forward(leaf, inputs, x_shape):
    return {"y": functional.linear(inputs["x"].flatten(1), inputs["weight"], inputs["bias"])}


def linear_backward_data(leaf, inputs, x_shape):
    return {"dx": (inputs["dy"] @ inputs["weight"]).reshape(x_shape)}


def linear_backward_weights(leaf, inputs, x_shape):
    dy = inputs["dy"]
    return {"dweight": dy.T @ inputs["x"].flatten(1), "dbias": dy.sum(0)}


def loss_forward(leaf, inputs, x_shape):
    logits, labels = inputs["logits"], inputs["labels"].long()
    return {
        "probabilities": torch.softmax(logits, 1),
        "loss": functional.cross_entropy(logits, labels).reshape(1),
    }


def loss_backward(leaf, inputs, x_shape):
    probabilities, labels = inputs["probabilities"], inputs["labels"].long()
    target = functional.one_hot(labels, probabilities.shape[1])
    return {"dlogits": (probabilities - target) / len(labels)}


def sgd(leaf, inputs, x_shape):
    learning_rate, factor, decay = (
        float(leaf["attributes"][name]) for name in ("learning_rate", "momentum", "weight_decay")
    )
    outputs = {}
    for role, value in inputs.items():
        what, _, path = role.partition(":")
        if what == "value":
            gradient = inputs["gradient:" + path] + decay * value
            momentum = factor * inputs["momentum:" + path] + gradient
            outputs["momentum:" + path] = momentum
            outputs[role] = value - learning_rate * momentum
    return outputs


def reorder(leaf, inputs, x_shape):
    return {"y": inputs["x"]}


def reorder_backward(leaf, inputs, x_shape):
    return {"dx": inputs["dy"]}


FORWARD_TRAINING = {
    "Conv": conv_forward,
    "BatchNorm": batchnorm_forward_training,
    "ReLU": relu_forward,
    "Add": add,
    "MaxPool": maxpool_training,
    "GlobalAvgPool": avgpool_forward,
    "Linear": linear_forward,
    "SoftmaxCrossEntropy": loss_forward,
    "Reorder": reorder,
}
FORWARD_INFERENCE = {
    **FORWARD_TRAINING,
    "BatchNorm": batchnorm_forward_inference,
    "MaxPool": maxpool_inference,
}
BACKWARD = {
    ("Conv", "BwdData"): conv_backward_data,
    ("Conv", "BwdWeights"): conv_backward_weights,
    ("BatchNorm", "Bwd"): batchnorm_backward,
    ("ReLU", "Bwd"): relu_backward,
    ("Fork", "Bwd"): add,
    ("MaxPool", "Bwd"): maxpool_backward,
    ("GlobalAvgPool", "Bwd"): avgpool_backward,
    ("Linear", "BwdData"): linear_backward_data,
    ("Linear", "BwdWeights"): linear_backward_weights,
    ("SoftmaxCrossEntropy", "Bwd"): loss_backward,
    ("Reorder", "Bwd"): reorder_backward,
    ("Sgd", "Update"): sgd,
}


def family(kind):
    """Conv and BatchNorm have fused kinds; what is fused shows in the kind's name."""
    return next((name for name in ("Conv", "BatchNorm") if kind.startswith(name)), kind)


def recompute(leaf, pass_, mode, inputs, x_shape):
    """{role: array} of what the leaf should have made of {role: array}."""
    forward = FORWARD_TRAINING if mode == "train" else FORWARD_INFERENCE
    kind = family(leaf["kind"])
    function = forward[kind] if pass_ == "Fwd" else BACKWARD[kind, pass_]
    tensors = {role: torch.tensor(array) for role, array in inputs.items()}
    for role, tensor in tensors.items():
        if tensor.is_floating_point():
            tensors[role] = tensor.double()
    return {role: tensor.numpy() for role, tensor in function(leaf, tensors, x_shape).items()}
