"""summary.tsv: the same bytes as sql/summarize.sql by hand, and never of another run."""
import unittest

from program import LAYER_TIMING, SMALL, ProgramTest, needs_layer_timing

HEADER = ("Module\tDir\tSumTime\tAvgTime\tCallsPerIteration\tMsPerIteration\tShare\tMedianUs"
          "\tCiLowUs\tCiHighUs\n")


class Summary(ProgramTest):
    def test_is_what_the_script_gives_and_replaces_a_stale_one(self):
        self.summary.write_text("of another run\n")
        result = self.succeed(*SMALL)
        self.assertEqual(self.summary.read_bytes(), self.summarize())
        lines = self.summary.read_text().splitlines(keepends=True)
        self.assertEqual(lines[0], HEADER)
        if not LAYER_TIMING:
            self.assertEqual(lines, [HEADER])
            self.assertRegex(result.stdout, r"images/sec: \d")
            return
        rows = [dict(zip(HEADER.split(), line.rstrip("\n").split("\t"))) for line in lines[1:]]
        self.assertAlmostEqual(sum(float(row["Share"]) for row in rows), 1, places=3)
        times = [float(row["SumTime"]) for row in rows]
        self.assertEqual(times, sorted(times, reverse=True))
        self.assertEqual({row["Dir"] for row in rows},
                         {"Fwd", "Bwd", "BwdData", "BwdWeights", "Update"})

        self.succeed(*SMALL, "--mode", "infer")
        self.assertEqual(self.summary.read_bytes(), self.summarize())
        self.assertNotIn("Update", self.summary.read_text())

    @needs_layer_timing
    def test_needs_no_raw_rows(self):
        self.succeed(*SMALL, "--raw", "none")
        self.assertEqual(self.one("SELECT count(*) FROM log_step"), 0)
        self.assertGreater(len(self.summary.read_text().splitlines()), 50)
        self.assertEqual(self.summary.read_bytes(), self.summarize())

    def test_goes_to_a_device_that_nobody_may_put_files_beside(self):
        self.succeed(*SMALL, "--summary", "/dev/null")
        self.assertFalse(self.summary.exists())


if __name__ == "__main__":
    unittest.main()
