"""Judges a whole network in fp32. Two correct programs differ there by percents: where a ReLU's
input is near zero, rounding decides whether a gradient passes. So the program's distance from
PyTorch's result in double is held against PyTorch's own."""

from statistics import median

import numpy

from compare import differences

SLACK = 3
FLOOR = 1e-5

# With ReLU inputs kept away from zero rounding stays small, and so may the bound be; but gradients
# that are zero but for rounding come out, which PyTorch's own error tells.
MEANINGFUL = 1e-2
SEPARATED_MEDIAN = 2e-4


def errors_by_kind(results, exact, step):
    """{"gradient", "logits", ...: {name: relative L2 error}} of one step."""
    kinds = {}
    for found in differences(of_step(results, step), of_step(exact, step)):
        kind = found.name.split("/")[1]
        kinds.setdefault(kind, {})[found.name] = found.error
    return kinds


def of_step(tensors, step):
    prefix = f"step{step}/"
    chosen = {name: tensor for name, tensor in tensors.items() if name.startswith(prefix)}
    # What the logits of all images share can be so large that nothing else counts.
    logits = chosen[prefix + "logits"]
    return {**chosen, prefix + "centred logits": logits - logits.mean(0)}


def judge_seeds(seeds):
    """(problems, figures) of [(errors of the program, errors of PyTorch) of a seed], both as
    errors_by_kind gives them. In the median seed median and largest have to be in bounds."""
    problems, figures = [], []
    for kind in seeds[0][0]:
        for name, figure in (("median", median), ("largest", max)):
            pairs = [
                (figure(ours[kind].values()), figure(torch[kind].values()))
                for ours, torch in seeds
            ]
            by_excess = sorted(pairs, key=lambda pair: pair[0] / (SLACK * pair[1] + FLOOR))
            ours, torch = by_excess[len(pairs) // 2]
            text = f"{kind} {name} {ours:.2g} (PyTorch {torch:.2g})"
            figures.append(text)
            if not ours <= SLACK * torch + FLOOR:
                problems.append(text)
    return problems, figures


def judge_separated(ours, torch):
    """(problems, figures) of the gradients of a run with `--init separated`."""
    meaningful = [name for name, error in torch["gradient"].items() if error <= MEANINGFUL]
    kept = f"{len(meaningful)} of {len(torch['gradient'])} gradients"
    if 2 * len(meaningful) < len(torch["gradient"]):
        return [f"only {kept} mean something"], []
    error = median(ours["gradient"][name] for name in meaningful)
    own = median(torch["gradient"][name] for name in meaningful)
    text = f"{kept}, median {error:.2g} (PyTorch {own:.2g})"
    return ([] if error <= SEPARATED_MEDIAN else [text]), [text]


def different_start(tensors, others):
    """Names of the initial values and inputs in which two dumps differ."""
    return [
        name
        for name, tensor in tensors.items()
        if name.split("/")[1] in ("input", "labels")
        or name.startswith(("step0/parameter_before/", "step0/statistic_before/"))
        if not numpy.array_equal(tensor, others.get(name))
    ]
