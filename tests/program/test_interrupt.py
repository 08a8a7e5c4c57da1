"""Ctrl-C, and being killed, in the middle of a run: what was finished is kept."""
import os
import signal
import time
import unittest

from program import NETWORK, ON_CPU, SMALL, TIMEOUT_S, ProgramTest

LONG = [*NETWORK, *ON_CPU, "--warmup", "1", "--max-seconds", "60"]
LONG_ITERATION = ["--model", "resnet18", "--batch", "16", "--batches", "1", *ON_CPU]


class Interrupt(ProgramTest):
    def test_the_first_keeps_what_was_finished(self):
        process = self.start(*LONG)
        self.wait_for(process, "measuring")
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("stopping after this iteration", err)
        self.assertIn("NOT A WHOLE RUN: interrupted", out)
        self.assertEqual(self.query("SELECT ended, reason FROM run"),
                         [("interrupted", "interrupted by a signal")])
        self.assertGreater(self.one("SELECT count(*) FROM iteration"), 1)
        self.assertEqual(self.summary.read_bytes(), self.summarize())

    def test_of_a_list_no_other_is_begun(self):
        process = self.start(*LONG[:2], "--batch", "2,4", *LONG[4:])
        self.wait_for(process, "measuring")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, 130, err)
        self.assertEqual(self.query("SELECT batch, ended FROM run"), [(2, "interrupted")])

    def test_between_two_of_a_list(self):
        # A pipe as the summary holds the program up where it writes the first one's.
        summary = self.folder / "pipe"
        os.mkfifo(summary)
        process = self.start(*SMALL[:2], "--batch", "2,4", *SMALL[4:], "--summary", summary)
        summary.read_text()  # the header, before the run measures
        self.wait_until("SELECT count(*) FROM run WHERE ended = 'done'", 1)
        process.send_signal(signal.SIGINT)
        self.wait_for(process, "once more to stop at once")
        whole = summary.read_text()
        out, err = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, 130, err)
        self.assertEqual(self.query("SELECT batch, ended FROM run"), [(2, "done")])
        self.assertEqual(whole.encode(), self.summarize())
        self.assertIn("batch 2", out)

    def test_terminating_is_the_same(self):
        process = self.start(*LONG)
        self.wait_for(process, "measuring")
        process.terminate()
        _, err = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, 130, err)
        self.assertEqual(self.query("SELECT ended FROM run"), [("interrupted",)])

    def test_the_second_ends_at_once(self):
        process = self.start(*LONG_ITERATION)
        self.wait_for(process, "warm-up")
        process.send_signal(signal.SIGINT)
        self.wait_for(process, "once more to stop at once")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, 130)
        # It did not wait for the iteration, after which the row would say more.
        self.assertEqual(self.query("SELECT ended, ended_at FROM run"), [("unfinished", None)])

    def test_killed(self):
        self.succeed(*SMALL)
        earlier = self.query("SELECT * FROM run"), self.query("SELECT * FROM step_stat")
        process = self.start(*LONG)
        self.wait_for(process, "measuring")
        self.wait_until("SELECT count(*) > 0 FROM iteration WHERE run = 2", 1)
        process.kill()
        process.communicate()

        self.assertEqual(self.query("SELECT ended, ended_at FROM run WHERE id = 2"),
                         [("unfinished", None)])
        self.assertEqual(self.one("PRAGMA integrity_check"), "ok")
        self.assertEqual(self.summary.read_text().count("\n"), 1)  # none of the run before
        self.succeed(*SMALL)
        self.assertEqual(self.query("SELECT id, ended FROM run ORDER BY id"),
                         [(1, "done"), (2, "unfinished"), (3, "done")])
        self.assertEqual((self.query("SELECT * FROM run WHERE id = 1"),
                          self.query("SELECT * FROM step_stat WHERE run = 1")), earlier)
        self.assertEqual(self.summary.read_bytes(), self.summarize())


if __name__ == "__main__":
    unittest.main()
