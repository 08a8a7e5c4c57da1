"""--dry-run prints the plan and touches nothing."""
import unittest

from program import NETWORK, ON_CPU, SMALL, ProgramTest, contents


class DryRun(ProgramTest):
    def test_prints_every_pass_of_every_leaf(self):
        self.succeed(*SMALL)
        planned = self.query("""SELECT path, pass, module FROM layer_pass
                                JOIN layer ON layer.run = layer_pass.run AND id = layer""")
        lines = self.succeed(*SMALL, "--dry-run").stdout.splitlines()
        for path, layer_pass, module in planned:
            self.assertTrue(
                any(line.split()[:2] == [path, layer_pass] and line.endswith(module)
                    for line in lines), f"{path} {layer_pass} {module}")
        facts = dict(line.split(maxsplit=1) for line in lines if line and "/" not in line[:20])
        self.assertEqual(facts["parameters"],
                         str(self.one("SELECT parameters FROM run")))
        self.assertIn(self.one("SELECT plan_hash FROM run"), facts["plan"])

    def test_tells_the_peak_memory_of_what_does_not_fit(self):
        result = self.succeed("--model", "resnet152", "--batch", "100000", "--dry-run")
        self.assertRegex(result.stdout, r"peak memory +\S+ TiB")

    def test_touches_no_file(self):
        self.succeed(*SMALL, "--dry-run", "--dump-tensors", "tensors.safetensors")
        self.assertEqual(contents(self.folder), {})
        self.succeed(*NETWORK, *ON_CPU, "--dry-run", "--db", "missing/a.db")
        self.assertEqual(contents(self.folder), {})


if __name__ == "__main__":
    unittest.main()
