"""--format: in csv, json and tsv stdout is the document and nothing else."""
import csv
import io
import json
import unittest

from program import LAYER_TIMING, SMALL, ProgramTest

NUMBER = r"\d+(\.\d+)?"  # four digits count: 12.34, 123.4, 1234
RATE = rf"images/sec: {NUMBER} \+/- {NUMBER} \(jitter = {NUMBER}\)\ntotal images/sec: {NUMBER}\n"


class Formats(ProgramTest):
    def document(self, format_name):
        result = self.succeed(*SMALL, "--format", format_name, "--label", "note=a,b \"c\"")
        self.assertNotIn("images/sec", result.stdout)
        self.assertRegex(result.stderr, RATE)
        return result.stdout

    def check_table(self, rows):
        whole, *leaves = rows
        self.assertEqual(whole["row"], "run")
        self.assertEqual(whole["ended"], "done")
        self.assertEqual(whole["labels"], "note=a,b \"c\"")
        self.assertEqual(int(whole["plain_iterations"]), 2)
        self.assertGreater(float(whole["images_per_second"]), 0)
        self.assertEqual({row["row"] for row in leaves}, {"leaf"} if LAYER_TIMING else set())
        passes = self.one("SELECT count(*) FROM layer_pass WHERE run = 1")
        self.assertEqual(len(leaves), passes if LAYER_TIMING else 0)

    def test_csv(self):
        self.check_table(list(csv.DictReader(io.StringIO(self.document("csv")), strict=True)))

    def test_tsv(self):
        head, *lines = self.document("tsv").splitlines()
        names = head.split("\t")
        rows = [line.split("\t") for line in lines]
        self.assertEqual({len(row) for row in rows}, {len(names)})
        self.check_table([dict(zip(names, row)) for row in rows])

    def test_json(self):
        (run,) = json.loads(self.document("json"))
        self.assertEqual(run["ended"], "done")
        self.assertEqual(run["labels"], {"note": "a,b \"c\""})
        self.assertEqual(run["plain_iterations"], 2)
        passes = self.one("SELECT count(*) FROM layer_pass")
        self.assertEqual(len(run["leaves"]), passes if LAYER_TIMING else 0)

    def test_for_people_the_speed_is_part_of_the_document(self):
        for format_name in ["table", "md"]:
            with self.subTest(format=format_name):
                result = self.succeed(*SMALL, "--format", format_name)
                self.assertRegex(result.stdout, RATE)
                self.assertNotIn("images/sec", result.stderr)
                self.assertIn("resnet18 v1.5, train, batch 2", result.stdout)

    def test_quiet_says_nothing_but_results(self):
        self.assertEqual(self.succeed(*SMALL, "--quiet").stderr, "")


if __name__ == "__main__":
    unittest.main()
