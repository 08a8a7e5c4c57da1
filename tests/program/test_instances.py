"""Several copies side by side, each in a process and on cores of its own."""
import os
import unittest

from program import NETWORK, ProgramTest

OPTIONS = [*NETWORK, "--device", "cpu", "--no-roof", "--iterations", "2", "--warmup", "1"]


@unittest.skipIf(len(os.sched_getaffinity(0)) < 2, "one processor")
class Instances(ProgramTest):
    def test_two_share_the_cores(self):
        result = self.succeed(*OPTIONS, "--instances", "2")
        rows = self.query("""SELECT instance, instances, machine ->> 'processors_allowed', ended,
                                    arguments LIKE '%--as-instance%'
                             FROM run ORDER BY instance""")
        self.assertEqual([row[:2] + row[3:] for row in rows], [(1, 2, "done", 0), (2, 2, "done", 0)])
        self.assertNotEqual(rows[0][2], rows[1][2])
        self.assertEqual(self.one("SELECT count(DISTINCT instance_group) FROM run"), 1)
        speeds = self.query("SELECT 2e9 * iterations / sum_ns FROM run_stat WHERE kind = 'plain'")
        self.assertRegex(result.stdout, r"this is 2 of 2 side by side; 2 done, together")
        total = float(result.stdout.rsplit("total images/sec: ", 1)[1])
        self.assertAlmostEqual(total / sum(speed for speed, in speeds), 1, delta=0.01)
        self.assertEqual(self.summary.read_bytes(), self.summarize_run(
            self.one("SELECT id FROM run WHERE instance = 2")))

    def summarize_run(self, run):
        with self.database() as database:  # the newest run is what summarize.sql is of
            database.execute("PRAGMA foreign_keys = ON")
            database.execute("DELETE FROM run WHERE id > ?", (run,))
        return self.summarize()

    def test_refusals(self):
        cores = len(os.sched_getaffinity(0))
        self.refuse(*OPTIONS, "--instances", cores + 1, says="--instances")
        self.refuse(*OPTIONS, "--instances", "2", "--batch_size", "2,3", says="--batch")
        self.refuse(*OPTIONS, "--instances", "2", "--pin", "0", says="--pin auto, none")
        self.refuse(*OPTIONS, "--instances", "2", "--launches", "2", says="both start processes")


if __name__ == "__main__":
    unittest.main()
