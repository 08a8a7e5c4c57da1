"""A stored run is repeated with its options, seed and plan."""
import os
import unittest

from program import ON_CPU, ProgramTest

LISTS = ["--model", "resnet18", "--batch", "2,3", "--image-size", "32", "--classes", "10", *ON_CPU,
         "--iterations", "2", "--warmup", "1", "--seed", "7", "--label", "note=a b"]


class Rerun(ProgramTest):
    def losses(self, run):
        return self.query("SELECT loss FROM iteration WHERE run = ? ORDER BY number", run)

    def test_one_run_of_a_list_is_repeated_to_the_bit(self):
        self.succeed(*LISTS)
        self.succeed("--rerun", "2")
        uid = self.one("SELECT uid FROM run WHERE id = 3")
        self.succeed(f"--rerun={uid}", "--summary", "again.tsv")
        rows = self.query("""SELECT model, batch, seed, plan_hash, labels, threads, arguments, warnings
                             FROM run WHERE id > 1""")
        self.assertEqual(len(rows), 3)
        self.assertEqual(len(set(rows)), 1)
        self.assertEqual(rows[0][1:3], (3, 7))
        self.assertEqual(self.losses(2), self.losses(3))
        self.assertEqual(self.losses(2), self.losses(4))
        self.assertTrue((self.folder / "again.tsv").exists())

    def test_what_differs_is_said(self):
        self.succeed(*LISTS)
        result = self.succeed("--rerun", "1", env={**os.environ, "OMP_DYNAMIC": "false"})
        words = "differs from the run it repeats, {}, in environment".format(
            self.one("SELECT uid FROM run WHERE id = 1"))
        self.assertIn(words, result.stderr)
        self.assertEqual(self.one("SELECT warnings FROM run WHERE id = 3"), words)
        self.assertIn("WARNING       " + words, result.stdout)

    def test_refusals(self):
        self.refuse("--rerun", "1", says="there is no database 'resnet_bench.db'")
        self.refuse("--rerun", "1", "--batch", "4", says="unknown option '--batch'")
        self.refuse("--rerun", "", says="--rerun '' is empty")
        self.succeed(*LISTS)
        result = self.call("--rerun", "9")
        self.assertEqual(result.returncode, 2)
        self.assertIn("--rerun '9' is no run of 'resnet_bench.db'", result.stderr)


if __name__ == "__main__":
    unittest.main()
