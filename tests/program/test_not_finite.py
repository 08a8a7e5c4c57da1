"""A loss that is not finite ends the run, unless the input is zeros on purpose."""
import math
import unittest

from program import LAYER_TIMING, SMALL, ProgramTest


class NotFinite(ProgramTest):
    def test_ends_the_run_and_names_the_iteration(self):
        result = self.call(*SMALL, "--learning-rate", "1e30", "--quiet")
        self.assertEqual(result.returncode, 1)
        self.assert_one_line(result.stderr)
        self.assertIn("NOT A WHOLE RUN: failed", result.stdout)
        ((number, kind, before),) = self.query("""
            SELECT bad.number, bad.kind, good.loss FROM iteration AS bad
            JOIN iteration AS good ON good.number = bad.number - 1 WHERE bad.loss IS NULL""")
        self.assertIn(f"the loss of iteration {number} is ", result.stderr)
        self.assertIn("take a smaller --learning-rate", result.stderr)
        self.assertEqual(number, self.one("SELECT max(number) FROM iteration"))
        self.assertTrue(math.isfinite(before))
        self.assertEqual(self.query("SELECT 'resnet_bench: ' || reason || char(10) FROM run "
                                    "WHERE ended = 'failed'"), [(result.stderr,)])
        self.assertEqual(self.summary.read_bytes(), self.summarize())

    def test_of_a_list_the_finished_runs_are_told(self):
        result = self.call("--batch", "2,4", "--learning-rate", "1e30", *SMALL[:2], *SMALL[4:],
                           "--quiet")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(self.query("SELECT batch, ended FROM run"), [(2, "failed")])

    def test_zeros_may_do_what_they_will(self):
        self.succeed(*SMALL, "--data", "zeros", "--learning-rate", "1e30")
        self.assertEqual(self.one("SELECT ended FROM run"), "done")
        self.assertEqual(self.one("SELECT count(*) FROM iteration"), 7 if LAYER_TIMING else 4)
        self.assertGreater(self.one("SELECT count(*) FROM iteration WHERE loss IS NULL"), 0)

    def test_zeros_give_the_loss_of_a_network_that_sees_nothing(self):
        self.succeed(*SMALL, "--data", "zeros", "--learning-rate", "1e-9")
        # All features are 0, so the logits are the last layer's biases: near the loss of a guess.
        for loss, in self.query("SELECT loss FROM iteration"):
            self.assertAlmostEqual(loss, math.log(10), delta=0.1)


if __name__ == "__main__":
    unittest.main()
