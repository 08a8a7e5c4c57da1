"""The comparison compared: right results pass, and each kind of fault is found."""

import tempfile
import unittest

import numpy
import torch

import compare
import network_checks
import safetensors_io
import stand_in
import torch_runs


class Differences(unittest.TestCase):
    expected = {"a": numpy.arange(6.0).reshape(2, 3), "b": numpy.ones(4)}

    def errors(self, **changed):
        found = compare.differences({**self.expected, **changed}, self.expected)
        return {difference.name: difference.error for difference in found}

    def test_equal(self):
        self.assertEqual(self.errors(), {"a": 0, "b": 0})

    def test_distance(self):
        self.assertAlmostEqual(self.errors(b=numpy.array([1, 1, 1, 1.02]))["b"], 0.01)

    def test_worst_element_is_named(self):
        wrong = self.expected["a"].copy()
        wrong[1, 2] = 7
        found = compare.difference("a", wrong, self.expected["a"])
        self.assertIn("[1,2]: 7, expected 5", str(found))

    def test_missing_and_unexpected(self):
        found = compare.differences({"a": self.expected["a"], "c": numpy.ones(1)}, self.expected)
        reasons = {difference.name: difference.reason for difference in found}
        self.assertEqual((reasons["b"], reasons["c"]), ("missing", "unexpected"))
        self.assertEqual(compare.report(found).count("inf"), 2)

    def test_what_cannot_be_trusted(self):
        for wrong in (
            numpy.array([1, numpy.nan, 1, 1]),
            numpy.array([1, numpy.inf, 1, 1]),
            numpy.zeros(4),
            numpy.ones((4, 1)),
        ):
            self.assertEqual(self.errors(b=wrong)["b"], numpy.inf)

    def test_expectation_of_zero_proves_nothing(self):
        zero = numpy.zeros(3)
        self.assertEqual(compare.difference("z", zero, zero).error, numpy.inf)


class File(unittest.TestCase):
    def test_round_trip(self):
        tensors = {
            "f4": numpy.float32([[1, 2], [3, 4]]),
            "f8": numpy.float64([0.1]),
            "i4": numpy.int32([7, -8, 9]),
            "u1": numpy.uint8([[255]]),
        }
        with tempfile.NamedTemporaryFile() as file:
            safetensors_io.write(file.name, {"model": "resnet18"}, tensors)
            metadata, read = safetensors_io.read(file.name)
        self.assertEqual(metadata, {"model": "resnet18"})
        self.assertEqual(read.keys(), tensors.keys())
        for name, tensor in tensors.items():
            self.assertEqual(read[name].dtype, tensor.dtype)
            numpy.testing.assert_array_equal(read[name], tensor)

    def test_gap_is_refused(self):
        with tempfile.NamedTemporaryFile() as file:
            safetensors_io.write(file.name, {}, {"a": numpy.ones(2)})
            with open(file.name, "ab") as end:
                end.write(b"\0\0\0\0")
            with self.assertRaises(ValueError):
                safetensors_io.read(file.name)


class PlantedFault(unittest.TestCase):
    """A fault of 2 % in one term of BatchNorm's backward, and the same network without it."""

    def judged(self, fault):
        metadata, tensors = stand_in.make(
            torch.float32, "resnet18", batch=4, image_size=64, init="separated", fault=fault
        )
        exact = torch_runs.run(metadata, tensors, torch.float64, steps=(0, 1))
        single = torch_runs.run(metadata, tensors, torch.float32, steps=(0, 1))
        results = torch_runs.results_of(metadata, tensors)
        return network_checks.judge_separated(
            network_checks.errors_by_kind(results, exact, 0),
            network_checks.errors_by_kind(single, exact, 0),
        )

    def test_right_network_passes(self):
        problems, _ = self.judged(fault=0)
        self.assertEqual(problems, [])

    def test_fault_is_found(self):
        problems, _ = self.judged(fault=0.02)
        self.assertEqual(len(problems), 1)


class MedianSeed(unittest.TestCase):
    def seeds(self, *errors):
        own = {"gradient": {"a": 1e-2, "b": 2e-2}}
        return [({"gradient": {"a": a, "b": 2e-2}}, own) for a in errors]

    def test_one_bad_seed_is_noise(self):
        problems, _ = network_checks.judge_seeds(self.seeds(1e-2, 1e-2, 9e-1))
        self.assertEqual(problems, [])

    def test_most_seeds_bad_is_a_fault(self):
        problems, _ = network_checks.judge_seeds(self.seeds(1e-2, 9e-1, 9e-1))
        self.assertEqual(len(problems), 2)

    def test_missing_tensor_is_a_fault(self):
        problems, _ = network_checks.judge_seeds(self.seeds(numpy.inf, numpy.inf, numpy.inf))
        self.assertEqual(len(problems), 2)


class Start(unittest.TestCase):
    def test_other_initial_value_is_named(self):
        ours = {"step0/input": numpy.ones(2), "step0/parameter_before/a": numpy.ones(3)}
        other = {**ours, "step0/parameter_before/a": numpy.zeros(3)}
        self.assertEqual(
            network_checks.different_start(ours, other), ["step0/parameter_before/a"]
        )


if __name__ == "__main__":
    unittest.main()
