"""The same options give the same plan and the same losses; fusing changes rounding alone."""
import unittest

from program import NETWORK, ON_CPU, SMALL, ProgramTest


class Repeatable(ProgramTest):
    def losses(self, *options):
        self.succeed(*options)
        rows = self.query("""SELECT loss FROM iteration
                             WHERE run = (SELECT max(id) FROM run) ORDER BY number""")
        return [loss for loss, in rows]

    def test_same_options_same_bits(self):
        for threads in ["1", "default"]:
            with self.subTest(threads=threads):
                options = [*NETWORK, "--device", "cpu", "--no-roof", "--iterations", "2",
                           "--warmup", "1"]
                if threads != "default":
                    options += ["--threads", threads]
                self.assertEqual(self.losses(*options), self.losses(*options))
                self.assertEqual(self.one("""SELECT count(DISTINCT plan_hash || workload_hash)
                    FROM (SELECT * FROM run ORDER BY id DESC LIMIT 2)"""), 1)

    def test_another_seed_gives_other_losses(self):
        self.assertNotEqual(self.losses(*SMALL), self.losses(*SMALL, "--seed", "2"))

    def test_fusion_keeps_the_losses(self):
        # A small step: the comparison is of the arithmetic, not of how fast errors grow.
        options = [*NETWORK, *ON_CPU, "--iterations", "2", "--warmup", "1",
                   "--learning-rate", "0.001"]
        unfused = self.losses(*options, "--fusion", "none")
        fused = self.losses(*options, "--fusion", "bn")
        self.assertEqual(len(unfused), len(fused))
        for one, other in zip(unfused, fused):
            self.assertAlmostEqual(one, other, delta=1e-3)
        self.assertEqual(self.one("SELECT count(DISTINCT workload_hash) FROM run"), 1)
        self.assertEqual(self.one("SELECT count(DISTINCT plan_hash) FROM run"), 2)

    def test_the_reference_agrees(self):
        # Enough values a channel: normalising two of them makes much of any rounding.
        options = [*NETWORK[:2], "--classes", "10", "--batch", "8", "--image-size", "32",
                   "--iterations", "1", "--warmup", "0", "--learning-rate", "0.0001"]
        oracle = self.losses(*options, "--device", "reference")
        ours = self.losses(*options, *ON_CPU)
        self.assertEqual(len(oracle), len(ours))
        for one, other in zip(oracle, ours):
            self.assertAlmostEqual(one, other, delta=1e-3)


if __name__ == "__main__":
    unittest.main()
