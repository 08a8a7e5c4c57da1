"""Lists of models and batches run one after the other into one database."""
import contextlib
import json
import os
import sqlite3
import unittest

from program import NETWORK, ON_CPU, TIMEOUT_S, ProgramTest

OPTIONS = [*NETWORK[4:], *ON_CPU, "--iterations", "1", "--warmup", "0"]


class Lists(ProgramTest):
    def test_models_outside_batches_inside(self):
        result = self.succeed("--model", "resnet18,resnet34", "--batch", "2,4", *OPTIONS,
                              "--format", "json")
        expected = [("resnet18", 2), ("resnet18", 4), ("resnet34", 2), ("resnet34", 4)]
        self.assertEqual(
            self.query("SELECT model, batch FROM run WHERE ended = 'done' ORDER BY id"), expected)
        runs = json.loads(result.stdout)
        self.assertEqual([(run["model"], run["batch"]) for run in runs], expected)
        self.assertEqual(self.summary.read_bytes(), self.summarize())  # of the newest

    def test_one_that_cannot_run_stops_all_before_the_first(self):
        self.refuse("--model", "resnet18", "--batch", "2,100000000", *OPTIONS,
                    says=["batch 100000000", "needs"])

    def test_what_was_finished_is_told_whatever_stops_a_later_one(self):
        # A pipe as the summary holds the program up wherever it writes one.
        summary = self.folder / "pipe"
        os.mkfifo(summary)
        process = self.start(*NETWORK[:2], "--batch", "2,4", *OPTIONS, "--summary", summary,
                             "--format", "json", "--quiet")
        summary.read_text()  # the header of the first one, before it measures
        self.wait_until("SELECT count(*) FROM run WHERE ended = 'done'", 1)
        summary.read_text()
        self.wait_until("SELECT count(*) FROM run", 2)
        # Not written any more, but read for the report.
        with contextlib.closing(sqlite3.connect(self.db)) as database:
            database.execute("DROP TABLE layer_member")
        summary.read_text()
        out, err = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, 1, err)
        self.assertRegex(err, r"(?m)^resnet_bench: .*no such table: layer_member\n\Z")
        self.assertEqual([run["batch"] for run in json.loads(out)], [2])

    def test_the_catalogue(self):
        result = self.succeed("list", "models")
        for model, parameters in [("resnet18", 11689512), ("resnet34", 21797672),
                                  ("resnet50", 25557032), ("resnet101", 44549160),
                                  ("resnet152", 60192808)]:
            self.assertRegex(result.stdout, rf"{model} .*\b{parameters}\b")

    def test_the_devices(self):
        result = self.succeed("list", "devices")
        self.assertRegex(result.stdout, r"(?m)^cpu +available")
        self.assertRegex(result.stdout, r"(?m)^cuda +(absent|available)")


if __name__ == "__main__":
    unittest.main()
