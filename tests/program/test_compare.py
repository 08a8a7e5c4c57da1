"""compare: what it takes and refuses, its statuses; and --launches, whose runs it takes together."""
import csv
import io
import signal
import unittest

from program import LAYER_TIMING, NETWORK, ON_CPU, ProgramTest

RUN = [*NETWORK, *ON_CPU, "--mode", "infer", "--iterations", "4", "--warmup", "1"]


class Compare(ProgramTest):
    """One database: a run, and three launches of the same."""

    @classmethod
    def setUpClass(cls):
        maker = ProgramTest()
        maker.setUp()
        cls.addClassCleanup(maker.doCleanups)
        maker.succeed(*RUN)
        cls.told = maker.succeed(*RUN, "--launches", "3").stdout
        cls.folder, cls.db, cls.summary = maker.folder, maker.db, maker.summary

    def setUp(self):
        pass

    def test_launches_are_runs_of_processes_of_their_own(self):
        rows = self.query("""SELECT id, launch, launches, ended FROM run WHERE launch_group <> ''
                             ORDER BY id""")
        self.assertEqual(rows, [(2, 1, 3, "done"), (3, 2, 3, "done"), (4, 3, 3, "done")])
        self.assertEqual(self.one("SELECT count(DISTINCT launch_group) FROM run"), 2)
        self.assertEqual(self.query("""SELECT command_line FROM run WHERE command_line LIKE
                                       '%as-launch%'"""), [])
        self.assertEqual(self.told.count("total images/sec"), 1)
        self.assertIn("this is 3 of 3; 3 done: ", self.told)
        self.assertIn("std between processes", self.told)

    def test_a_launch_stands_for_all_of_them(self):
        result = self.call("compare", "1", "3")
        self.assertIn(result.returncode, (0, 3, 4))
        self.assertIn("A: run 1; B: runs 2, 3, 4; resnet18", result.stdout)
        self.assertEqual(result.stderr, "")

    def test_tsv(self):
        result = self.call("compare", "1", "2", "--format", "tsv")
        rows = list(csv.DictReader(io.StringIO(result.stdout), delimiter="\t"))
        self.assertEqual(rows[0]["path"], "")
        self.assertEqual(len(rows) - 1,
                         self.one("SELECT count(*) FROM layer_pass WHERE run = 1 AND algorithm <> 'none'")
                         if LAYER_TIMING else 0)
        slower = any(row["verdict"] == "different" and float(row["ratio"]) > 1 for row in rows)
        expected = 3 if slower else 4 if rows[0]["verdict"] == "undecided" else 0
        self.assertEqual(result.returncode, expected)
        self.assertEqual({row["verdict"] for row in rows} - {"same", "different", "undecided"}, set())

    def test_within_a_margin_that_holds_anything_all_is_the_same(self):
        # A ratio of a million is never reached; an interval of four iterations is narrower.
        result = self.call("compare", "1", "2,3,4", "--margin", "1e200", "--format", "tsv")
        rows = list(csv.DictReader(io.StringIO(result.stdout), delimiter="\t"))
        self.assertEqual(rows[0]["verdict"], "same")

    def test_refusals(self):
        for options, says in [
            (["compare"], ["compare needs two runs", "compare A B"]),
            (["compare", "1"], ["compare needs two runs"]),
            (["compare", "1", "1"], ["run 1 is in A and in B"]),
            (["compare", "2", "3"], ["run 2 is a launch of both A and B"]),
            (["compare", "1", "99"], ["run 99 is not in the database"]),
            (["compare", "1", "x"], ["compare B 'x'", "whole numbers from 1"]),
            (["compare", "0", "1"], ["compare A '0'"]),
            (["compare", "1,1", "2"], ["names run 1 twice"]),
            (["compare", "1", "2", "--paired"], ["--paired has 1 runs in A and 3 in B"]),
            (["compare", "1", "2", "--margin", "-1"], ["--margin '-1'"]),
            (["compare", "1", "2", "--format", "json"], ["--format 'json'", "tsv"]),
            (["compare", "1", "2", "--db", "none.db"], ["'none.db' does not exist"]),
            ([*RUN, "--launches", "0"], ["--launches '0'"]),
            ([*RUN, "--launches", "2", "--dump-tensors", "t"], ["--launches makes 2"]),
        ]:
            with self.subTest(options=options):
                result = self.call(*options)
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                for words in says:
                    self.assertIn(words, result.stderr)
                self.assertEqual(result.stderr.count("\n"), 1)
        self.assertFalse((self.folder / "none.db").exists())


class Refused(ProgramTest):
    def test_runs_that_compute_different_things(self):
        self.succeed(*RUN)
        self.succeed(*RUN, "--variant", "v1")
        self.succeed(*RUN[:-6], "--mode", "train", "--iterations", "1", "--warmup", "1")
        result = self.call("compare", "1", "3")
        self.assertEqual(result.returncode, 2)
        self.assertIn("run 3 computes something else", result.stderr)
        self.assertIn("--any-workload", result.stderr)
        self.assertIn(self.call("compare", "1", "3", "--any-workload").returncode, (0, 3, 4))

    def test_a_run_that_is_not_whole(self):
        self.succeed(*RUN)
        process = self.start(*NETWORK, *ON_CPU, "--max-seconds", "100")
        self.wait_until("SELECT count(*) > 0 FROM iteration WHERE run = 2", 1)
        process.send_signal(signal.SIGINT)
        process.communicate()
        result = self.call("compare", "1", "2")
        self.assertEqual(result.returncode, 2)
        self.assertIn("run 2 is interrupted; allowed: runs that are done", result.stderr)


class Launches(ProgramTest):
    def test_an_interrupt_ends_the_launch_and_no_other_begins(self):
        process = self.start(*NETWORK, *ON_CPU, "--max-seconds", "100", "--launches", "3")
        deadline_sql = "SELECT count(*) > 0 FROM iteration"
        self.wait_for(process, "measuring")
        self.wait_until(deadline_sql, 1)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate()
        self.assertEqual(process.returncode, 130)
        self.assertIn("NOT A WHOLE RUN: interrupted", out)
        self.assertEqual(self.query("SELECT ended FROM run"), [("interrupted",)])

    def test_a_launch_that_fails_is_the_last(self):
        result = self.call(*NETWORK, *ON_CPU, "--iterations", "2", "--learning-rate", "1e30",
                           "--launches", "2", "--quiet")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr.count("\n"), 1)
        self.assertEqual(self.one("SELECT count(*) FROM run"), 1)

    def test_configurations_take_turns(self):
        self.succeed(*RUN[:2], *RUN[4:], "--batch", "1,2", "--launches", "2", "--format", "json")
        self.assertEqual(self.query("SELECT batch, launch FROM run ORDER BY id"),
                         [(1, 1), (2, 1), (1, 2), (2, 2)])


if __name__ == "__main__":
    unittest.main()
