"""What PyTorch makes of the data in a dump: the same training steps or inference, under the
dump's own names."""

import torch
from torch import nn

import resnet_torch

# What the program computes in a run, as opposed to what it starts from.
TRAINING_RESULTS = ("logits", "loss", "gradient", "momentum", "parameter_after", "statistic_after")
INFERENCE_RESULTS = ("logits",)

# More would only wait for each other: the networks are small.
torch.set_num_threads(1)


def steps_of(mode):
    return (0, 1) if mode == "train" else (0,)


def results_of(metadata, tensors):
    """The dumped results of the whole network, without its leaves."""
    wanted = TRAINING_RESULTS if metadata["mode"] == "train" else INFERENCE_RESULTS
    return {name: tensor for name, tensor in tensors.items() if name.split("/")[1] in wanted}


def run(metadata, tensors, dtype, steps, restart=False):
    """PyTorch's results in the given precision. Each step continues from PyTorch's own state or,
    with `restart`, from the dump's."""
    network = resnet_torch.build(metadata["model"], metadata["variant"], int(metadata["classes"]))
    network.to(dtype)
    resnet_torch.load(network, metadata["model"], tensors)
    return run_network(network, metadata, tensors, dtype, steps, restart)


def run_network(network, metadata, tensors, dtype, steps, restart=False):
    if metadata["mode"] == "train":
        return train(network, metadata, tensors, dtype, steps, restart)
    network.eval()
    with torch.no_grad():
        return {"step0/logits": network(images(tensors, 0, dtype)).numpy()}


def train(network, metadata, tensors, dtype, steps, restart):
    network.train()
    model = metadata["model"]
    parameters = resnet_torch.parameters(network, model)
    statistics = resnet_torch.statistics(network, model)
    optimiser = torch.optim.SGD(
        network.parameters(),
        lr=float(metadata["learning_rate"]),
        momentum=0.9,
        weight_decay=1e-4,
    )
    results = {}
    for i in steps:
        if restart and i > 0:
            resnet_torch.load(network, model, tensors, i)
            for path, parameter in parameters.items():
                momentum = torch.tensor(tensors[f"step{i - 1}/momentum/{path}"])
                optimiser.state[parameter]["momentum_buffer"] = momentum.to(dtype)
        logits = network(images(tensors, i, dtype))
        labels = torch.tensor(tensors[f"step{i}/labels"]).long()
        loss = nn.functional.cross_entropy(logits, labels)
        optimiser.zero_grad()
        loss.backward()
        results[f"step{i}/logits"] = logits.detach().numpy()
        results[f"step{i}/loss"] = loss.detach().reshape(1).numpy()
        for path, parameter in parameters.items():
            # The optimiser may write into the gradient's memory.
            results[f"step{i}/gradient/{path}"] = parameter.grad.numpy().copy()
        optimiser.step()
        for path, parameter in parameters.items():
            momentum = optimiser.state[parameter]["momentum_buffer"]
            results[f"step{i}/momentum/{path}"] = momentum.numpy().copy()
            results[f"step{i}/parameter_after/{path}"] = parameter.detach().numpy().copy()
        for path, statistic in statistics.items():
            results[f"step{i}/statistic_after/{path}"] = statistic.numpy().copy()
    return results


def images(tensors, step, dtype):
    return torch.tensor(tensors[f"step{step}/input"]).to(dtype)
