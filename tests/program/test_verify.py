"""Every run is checked when it has been measured, says so, and keeps how right each pass was; the
closed preset and the workload hash."""
import unittest

from program import LAYER_TIMING, SMALL, ProgramTest

FAST = [*SMALL, "--conv", "library", "--quiet"]


class Verify(ProgramTest):
    def test_every_pass_that_computes_has_an_error_within_its_bound(self):
        out = self.succeed(*FAST).stdout
        self.assertRegex(out, r"\n  verified      \d+ leaves, worst error \S+ at resnet18/\S+ \w+ \(allowed ")
        self.assertEqual(self.query("SELECT verify, verify_ns > 0, ended FROM run"), [(1, 1, "done")])
        self.assertEqual(self.one("SELECT count(*) FROM layer_pass WHERE verified_error IS NULL "
                                  "AND algorithm <> 'none'"), 0)
        self.assertEqual(self.one("SELECT count(*) FROM layer_pass "
                                  "WHERE verified_error > verified_bound"), 0)
        # It is no iteration: the last one measured is the last.
        kinds = [kind for kind, in self.query("SELECT kind FROM iteration ORDER BY number")]
        self.assertEqual(kinds[-1], "layered" if LAYER_TIMING and kinds[-1] == "layered" else "plain")

    def test_without(self):
        out = self.succeed(*FAST, "--no-verify").stdout
        self.assertIn("verified      no: it was not asked for (--no-verify)", out)
        self.assertEqual(self.query("SELECT verify, verify_ns FROM run"), [(0, None)])

    def test_zeros_show_nothing(self):
        out = self.succeed(*FAST, "--data", "zeros").stdout
        self.assertIn("verified      no: of zeros nothing could be seen", out)
        self.assertEqual(self.one("SELECT verify FROM run"), 0)


class Closed(ProgramTest):
    def test_a_closed_run(self):
        closed = [option for option in FAST if option not in ("--conv", "library")]
        out = self.succeed(*closed, "--preset", "closed-1").stdout
        self.assertIn("\n  preset        closed-1, workload ", out)
        self.assertIn("\n  preset        open, workload ", self.succeed(*FAST).stdout)
        self.assertEqual(self.query("SELECT preset, layout, fusion, precision FROM run ORDER BY id")[0],
                         ("closed-1", "nhwc", "none", "fp32"))
        # The work is the same; how it is done is not part of it.
        self.assertEqual(self.one("SELECT count(DISTINCT workload_hash) FROM run"), 1)
        self.assertIn(self.call("compare", "1", "2").returncode, (0, 3, 4))

    def test_other_input_is_other_work(self):
        self.succeed(*FAST)
        for options in (["--data", "zeros"], ["--batches", "2"], ["--learning-rate", "0.001"],
                        ["--init", "random"]):
            self.succeed(*FAST, *options)
        self.assertEqual(self.one("SELECT count(DISTINCT workload_hash) FROM run"), 5)
        self.assertIn("--any-workload", self.call("compare", "1", "2").stderr)

    def test_what_contradicts_it_is_refused(self):
        self.refuse("--preset", "closed-1", "--conv", "auto",
                    says=["--preset closed-1 pins --conv library", "--preset open"])


if __name__ == "__main__":
    unittest.main()
