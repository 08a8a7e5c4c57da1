"""Every leaf and pass once more in PyTorch, in double, from the inputs that the program dumped for
it: so each is judged on its own, whatever the others did."""

import json
import re
from collections import namedtuple

import numpy

import leaf_math
import resnet_torch
import torch_runs
from compare import difference, differences

KEY = re.compile(r"step(\d+)/leaf/(.+?)/(Fwd|BwdData|BwdWeights|Bwd|Update)/(in|out)/(.+)")

# What a leaf has to do in training; in inference, Fwd alone.
TRAINING_PASSES = {
    "Conv": {"Fwd", "BwdData", "BwdWeights"},
    "BatchNorm": {"Fwd", "Bwd"},
    "ReLU": {"Fwd", "Bwd"},
    "Add": {"Fwd"},
    "Fork": set(),  # Bwd, unless the leaf before adds the gradients
    "MaxPool": {"Fwd", "Bwd"},
    "GlobalAvgPool": {"Fwd", "Bwd"},
    "Linear": {"Fwd", "BwdData", "BwdWeights"},
    "SoftmaxCrossEntropy": {"Fwd", "Bwd"},
    "Sgd": {"Update"},
    "Reorder": {"Fwd"},  # of activations also Bwd, of weights not
}

# Relative L2 error allowed to a kind of leaf computed by an algorithm: float rounding (6e-8)
# grown by the length of the sums. Who adds an algorithm states its bound here.
BOUNDS = {
    ("Conv", "openblas"): 1e-5,  # up to 1e-6 seen
    ("Conv", "openblas-winograd"): 2e-5,  # up to 4e-6: its transforms amplify rounding
    ("Conv", "onednn-direct"): 1e-5,  # up to 2e-6 seen
    ("Conv", "onednn-winograd"): 2e-5,  # up to 2e-6 seen
    ("Conv", "highway-winograd"): 5e-5,  # up to 1.3e-5, where a gradient is summed over 3,000 pixels
    ("BatchNorm", "highway"): 1e-5,  # up to 3e-6, where the sum of dy almost cancels
    ("ReLU", "highway"): 0,
    ("Add", "highway"): 1e-7,
    ("Fork", "highway"): 1e-7,
    ("MaxPool", "highway"): 1e-7,
    ("GlobalAvgPool", "highway"): 1e-6,
    ("Linear", "openblas"): 1e-5,
    ("SoftmaxCrossEntropy", "row"): 1e-6,
    ("Sgd", "highway"): 1e-6,
    ("Reorder", "permute"): 0,
    ("Reorder", "oneDNN"): 0,
}
FOLDED_WEIGHTS = 1e-6
EPSILON = 1e-5  # of every BatchNorm

Group = namedtuple("Group", "inputs outputs")


def groups_of(tensors):
    """{(step, path, pass): Group of {role: array}}"""
    groups = {}
    for key, array in tensors.items():
        match = KEY.fullmatch(key)
        if match:
            step, path, pass_, side, role = match.groups()
            group = groups.setdefault((int(step), path, pass_), Group({}, {}))
            (group.inputs if side == "in" else group.outputs)[role] = array
    return groups


def expected_passes(leaves, mode):
    """The (path, pass) that compute something in each step."""
    expected = set()
    before_stem = True
    for leaf in leaves:
        passes = TRAINING_PASSES[leaf_math.family(leaf["kind"])]
        if leaf["kind"] in ("Reorder", "Fork") and leaf["algorithms"].get("Bwd", "none") != "none":
            passes = passes | {"Bwd"}
        if mode == "infer":
            passes = passes & {"Fwd"}
        elif before_stem:
            # Nobody needs the gradient of the images.
            passes = passes - {"Bwd", "BwdData"}
        before_stem = before_stem and leaf_math.family(leaf["kind"]) != "Conv"
        expected |= {(leaf["path"], pass_) for pass_ in passes}
    return expected


def scheduled_passes(leaves):
    """The same according to the program."""
    return {
        (leaf["path"], pass_)
        for leaf in leaves
        for pass_, algorithm in leaf["algorithms"].items()
        if algorithm != "none"
    }


def check(metadata, tensors):
    """(problems, {kind, pass and role: largest error}) over all steps, leaves and passes."""
    mode = metadata["mode"]
    leaves = {leaf["path"]: leaf for leaf in json.loads(metadata["leaves"])}
    groups = groups_of(tensors)
    passes = expected_passes(leaves.values(), mode)
    expected = {(i, *path_and_pass) for i in torch_runs.steps_of(mode) for path_and_pass in passes}
    scheduled = scheduled_passes(leaves.values())
    problems = [f"{path} {p}: scheduled or expected, not both" for path, p in scheduled ^ passes]
    problems += [f"step{i} {path} {p}: not dumped" for i, path, p in expected - groups.keys()]
    problems += [f"step{i} {path} {p}: unexpected" for i, path, p in groups.keys() - expected]
    problems += members_problems(metadata, leaves.values())
    errors = {}
    for step, path, pass_ in sorted(expected & groups.keys()):
        leaf = leaves[path]
        algorithm = leaf["algorithms"].get(pass_)
        inputs, outputs = groups[step, path, pass_]
        # A mask keeps y's signs in a form that only its op knows.
        if "mask" in inputs:
            inputs = dict(inputs, y=groups[step, path, "Fwd"].outputs["y"])
        outputs = {role: array for role, array in outputs.items() if role != "mask"}
        recomputed = leaf_math.recompute(leaf, pass_, mode, inputs, x_shape(groups, step, path))
        for found in differences(outputs, recomputed):
            role = found.name.partition(":")[0]
            label = f"{leaf['kind']} {pass_} {role} ({algorithm})"
            errors[label] = max(errors.get(label, 0.0), found.error)
            # nan: where no bound is stated, nothing passes.
            bound = BOUNDS.get((leaf_math.family(leaf["kind"]), algorithm), numpy.nan)
            if not found.error <= bound:
                where = f"step{step} {path} {pass_} ({algorithm}, bound {bound}) {leaf['module']}"
                problems.append(f"{where}: {found}")
    return problems, errors


def x_shape(groups, step, path):
    """A backward pass need not read x, whose shape it yet depends on."""
    forward = groups.get((step, path, "Fwd"))
    x = forward and forward.inputs.get("x")
    return None if x is None else x.shape


def members_problems(metadata, leaves):
    """Each module of the network has to be in exactly one leaf, whatever was fused."""
    network = resnet_torch.build(metadata["model"], metadata["variant"])
    modules = {
        resnet_torch.path_of(name, metadata["model"])
        for name, module in network.named_modules()
        if not list(module.children()) and not name.endswith(("flatten", ".G"))
    }
    members = [member for leaf in leaves for member in leaf["members"]]
    return [f"{m}: in {members.count(m)} leaves" for m in sorted(modules) if members.count(m) != 1]


def folding_problems(metadata, tensors):
    """What BatchNorms were folded to against what their parameters say."""
    problems = []
    groups = groups_of(tensors)
    for leaf in json.loads(metadata["leaves"]):
        if not leaf["kind"].startswith("ConvBias"):
            continue
        conv, bn = leaf["members"][:2]
        inputs = groups[0, leaf["path"], "Fwd"].inputs
        weight, bias = folded(tensors, conv, bn)
        for role, expected in (("weight", weight), ("bias", bias)):
            found = difference(role, inputs[role], expected)
            if not found.error <= FOLDED_WEIGHTS:
                problems.append(f"{leaf['path']} folded {found}")
    return problems


def folded(tensors, conv, bn):
    """gamma (conv(x) - mean) / sqrt(variance + epsilon) + beta as one conv with a bias."""
    parameter, statistic = "step0/parameter_before/", "step0/statistic_before/"
    variance = tensors[f"{statistic}{bn}/running_var"].astype("f8")
    scale = tensors[f"{parameter}{bn}/weight"] / (variance + EPSILON) ** 0.5
    weight = tensors[f"{parameter}{conv}/weight"] * scale[:, None, None, None]
    bias = tensors[f"{parameter}{bn}/bias"] - tensors[f"{statistic}{bn}/running_mean"] * scale
    return weight, bias
