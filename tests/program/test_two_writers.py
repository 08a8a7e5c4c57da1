"""Several processes write to one database at once."""
import unittest

from program import SMALL, TIMEOUT_S, ProgramTest


class TwoWriters(ProgramTest):
    def test_all_succeed(self):
        processes = [self.start(*SMALL, "--summary", f"{name}.tsv", "--label", f"name={name}")
                     for name in ["one", "two", "three"]]
        for process in processes:
            _, err = process.communicate(timeout=TIMEOUT_S)
            self.assertEqual(process.returncode, 0, err)
        self.assertEqual(self.query("SELECT ended FROM run"), [("done",)] * 3)
        self.assertEqual(self.query("""SELECT count(DISTINCT layers), count(DISTINCT iterations)
            FROM (SELECT (SELECT count(*) FROM layer WHERE run = run.id) AS layers,
                         (SELECT count(*) FROM iteration WHERE run = run.id) AS iterations
                  FROM run)"""), [(1, 1)])
        self.assertEqual(self.query("PRAGMA foreign_key_check"), [])
        # Each summary is of its own run.
        texts = {(self.folder / f"{name}.tsv").read_bytes() for name in ["one", "two", "three"]}
        self.assertIn(self.summarize(), texts)


if __name__ == "__main__":
    unittest.main()
