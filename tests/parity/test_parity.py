"""The program against PyTorch, three ways; docs in the classes.

    RESNET_BENCH=build/resnet_bench python3 tests/parity/test_parity.py [--all] [CLASS[.TEST]...]

--all takes more and larger networks, and minutes more."""

import sys
import unittest

import numpy
import torch

import leaf_checks
import network_checks
import program
import torch_runs
from compare import differences, report

ALL = "--all" in sys.argv
FUSIONS = {"train": ("none", "bn"), "infer": ("none", "bn", "fold")}
CLASSES = 7


def networks(default, more):
    """Each a dict of the program's options."""
    rows = default + (more if ALL else [])
    names = ("model", "variant", "batch", "image_size")
    return [{**dict(zip(names, row)), "classes": CLASSES} for row in rows]


def runs(cases):
    """Every network in each mode and fusion."""
    for case in cases:
        for mode, fusions in FUSIONS.items():
            for fusion in fusions:
                yield {**case, "mode": mode, "fusion": fusion}


def text_of(options):
    return " ".join(str(value) for value in options.values())


class Parity(unittest.TestCase):
    def fail_with(self, problems):
        if problems:
            head = [str(problem) for problem in problems[:20]]
            if len(problems) > len(head):
                head.append(f"... and {len(problems) - len(head)} more")
            self.fail("\n" + "\n".join(head))


class ReferenceInDouble(Parity):
    """The graph, the optimiser and the reference backend, where nothing hides in rounding."""

    BOUND = 1e-9
    NETWORKS = networks(
        [
            ("resnet18", "v1.5", 3, 45),
            ("resnet50", "v1.5", 3, 33),
            ("resnet50", "v1", 2, 33),
        ],
        [
            ("resnet18", "v1", 2, 33),
            ("resnet50", "v1.5", 3, 45),
            ("resnet34", "v1.5", 3, 32),
            ("resnet101", "v1.5", 2, 33),
            ("resnet152", "v1", 2, 32),
        ],
    )

    def test_every_tensor(self):
        for options in runs(self.NETWORKS):
            with self.subTest(text_of(options)):
                metadata, tensors = program.dump(
                    **options, device="reference", precision="fp64", init="random"
                )
                steps = torch_runs.steps_of(metadata["mode"])
                exact = torch_runs.run(metadata, tensors, torch.float64, steps, restart=True)
                found = differences(torch_runs.results_of(metadata, tensors), exact)
                worst = max(found, key=lambda difference: difference.error)
                print(f"{text_of(options)}: {len(found)} tensors, worst {worst}")
                bad = [d for d in found if not d.error <= self.BOUND]
                self.assertFalse(bad, "\n" + report(bad))
                self.fail_with(continuity_problems(metadata, tensors))


def continuity_problems(metadata, tensors):
    """The second step has to start where the first ended, on other images."""
    if metadata["mode"] != "train":
        return []
    problems = []
    for name, tensor in tensors.items():
        for kind in ("parameter", "statistic"):
            if name.startswith(f"step1/{kind}_before/"):
                earlier = name.replace("step1", "step0").replace("_before", "_after")
                if not numpy.array_equal(tensor, tensors[earlier]):
                    problems.append(f"{name} is not what the first step left")
    if numpy.array_equal(tensors["step0/input"], tensors["step1/input"]):
        problems.append("both steps had the same images")
    return problems


class Leaves(Parity):
    """Each leaf and pass of the cpu backend, recomputed from the leaf's own inputs."""

    NETWORKS = networks(
        [
            ("resnet18", "v1.5", 5, 65),
            ("resnet50", "v1.5", 3, 65),
            ("resnet50", "v1", 3, 49),
        ],
        [
            ("resnet18", "v1", 4, 96),
            ("resnet34", "v1.5", 3, 65),
            ("resnet50", "v1.5", 2, 129),
            ("resnet101", "v1.5", 3, 65),
        ],
    )

    def test_every_leaf_and_pass(self):
        self.check_leaves(runs(self.NETWORKS))

    def test_every_algorithm(self):
        for conv in program.algorithms():
            options = {**self.NETWORKS[0], "conv": conv}
            self.check_leaves(
                [
                    {**options, "mode": "train", "fusion": "bn"},
                    {**options, "mode": "infer", "fusion": "fold"},
                ]
            )

    def check_leaves(self, configurations):
        worst = {}
        for options in configurations:
            with self.subTest(text_of(options)):
                metadata, tensors = program.dump(
                    **options, device="cpu", init="random", dump_leaves=True
                )
                problems, errors = leaf_checks.check(metadata, tensors)
                problems += leaf_checks.folding_problems(metadata, tensors)
                problems += continuity_problems(metadata, tensors)
                for label, error in errors.items():
                    worst[label] = max(worst.get(label, 0.0), error)
                self.fail_with(problems)
        for label, error in sorted(worst.items()):
            print(f"{label}: {error:.2g}")

    def test_fault_in_a_dump_is_found(self):
        metadata, tensors = program.dump(
            model="resnet18", batch=3, image_size=33, classes=CLASSES, mode="train", fusion="bn",
            device="cpu", init="random", dump_leaves=True,
        )  # fmt: skip
        name = "step1/leaf/resnet18/stage2/block1/add/Bwd/out/dx"
        right = tensors.pop(name)
        faults = {
            "2 % off": {name: right * numpy.float32(1.02)},
            "zero": {name: numpy.zeros_like(right)},
            "missing": {},
            "of a leaf that is not": {name: right, "step0/leaf/resnet18/x/Fwd/out/y": right},
        }
        for fault, changed in faults.items():
            with self.subTest(fault):
                problems, _ = leaf_checks.check(metadata, {**tensors, **changed})
                self.assertEqual(len(problems), 1, problems)


class WholeNetwork(Parity):
    """The cpu backend in fp32 against PyTorch in fp32, both against PyTorch in double."""

    SEEDS = (1, 2, 3, 4, 5)
    # Smaller ones are useless: their own PyTorch error is of the size of the gradients.
    NETWORKS = networks(
        [
            ("resnet18", "v1.5", 5, 65),
            ("resnet50", "v1.5", 5, 73),
            ("resnet50", "v1", 5, 73),
        ],
        [
            ("resnet18", "v1", 7, 97),
            ("resnet34", "v1.5", 5, 97),
            ("resnet50", "v1", 5, 97),
            ("resnet50", "v1.5", 7, 161),
        ],
    )

    def test_training(self):
        self.check_seeds("train")

    def test_inference(self):
        self.check_seeds("infer")

    def check_seeds(self, mode):
        for case in self.NETWORKS:
            seeds = {fusion: [] for fusion in FUSIONS[mode]}
            for seed in self.SEEDS:
                options = {**case, "mode": mode, "init": "random", "seed": seed}
                for variant, ours, own in self.errors(options, steps=(0,)):
                    seeds[variant["fusion"]].append((ours[0], own[0]))
            for fusion, pairs in seeds.items():
                with self.subTest(f"{text_of(case)} {mode} {fusion}"):
                    problems, figures = network_checks.judge_seeds(pairs)
                    print(f"{text_of(case)} {mode} {fusion}: " + ", ".join(figures))
                    self.fail_with(problems)

    def test_training_with_separated_signs(self):
        for case in self.NETWORKS:
            options = {**case, "mode": "train", "init": "separated", "seed": 1}
            for variant, ours, own in self.errors(options, steps=(0, 1)):
                fusion = variant["fusion"]
                for step in ours:
                    with self.subTest(f"{text_of(case)} {fusion} step {step}"):
                        problems, figures = network_checks.judge_separated(ours[step], own[step])
                        print(f"{text_of(case)} separated {fusion} step {step}: {figures}")
                        self.fail_with(problems)

    def test_training_with_separated_signs_by_every_algorithm(self):
        options = {**self.NETWORKS[0], "mode": "train", "init": "separated", "seed": 1}
        variants = [{"fusion": "bn", "conv": conv} for conv in program.algorithms()]
        for variant, ours, own in self.errors(options, (0,), variants):
            with self.subTest(f"{text_of(options)} {variant['conv']}"):
                problems, figures = network_checks.judge_separated(ours[0], own[0])
                print(f"{text_of(options)} separated {variant['conv']}: {figures}")
                self.fail_with(problems)

    def errors(self, options, steps, variants=None):
        """(variant, {step: errors of the program}, {step: errors of PyTorch}) for each variant of
        options, unless given each fusion. All start from the same values, so that PyTorch is asked
        once."""
        first = None
        for variant in variants or [{"fusion": fusion} for fusion in FUSIONS[options["mode"]]]:
            metadata, tensors = program.dump(**options, **variant, device="cpu")
            if first is None:
                first = tensors
                exact = torch_runs.run(metadata, tensors, torch.float64, steps)
                single = torch_runs.run(metadata, tensors, torch.float32, steps)
                own = {i: network_checks.errors_by_kind(single, exact, i) for i in steps}
            self.fail_with(network_checks.different_start(first, tensors))
            results = torch_runs.results_of(metadata, tensors)
            ours = {i: network_checks.errors_by_kind(results, exact, i) for i in steps}
            yield variant, ours, own


if __name__ == "__main__":
    unittest.main(argv=[argument for argument in sys.argv if argument != "--all"], verbosity=2)
