"""scripts/compare_peers with the program and this Python's PyTorch: that both run, and leave rows.
No speed is asserted."""

import os
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent.parent.parent / "scripts" / "compare_peers"


class ComparePeers(unittest.TestCase):
    def test_program_and_pytorch(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, SCRIPT, "--program", os.environ["RESNET_BENCH"], "--python",
                 sys.executable, "--only", "PyTorch eager nchw", "--quick", "--image-size", "64",
                 "--case", "train-fp32-b2,infer-fp32-b2"],
                cwd=folder, capture_output=True, text=True,
            )  # fmt: skip
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            database = sqlite3.connect(Path(folder, "peers.db"))
            # Ours are the runs that the program itself has recorded.
            rows = database.execute(
                "SELECT case_name, program, run.model FROM peer_result "
                "JOIN peer_entry USING (comparison, entry) LEFT JOIN run ON run.uid = run_uid "
                "ORDER BY entry"
            ).fetchall()
            database.close()
        self.assertEqual(
            rows,
            [("train-fp32-b2", "resnet_bench", "resnet18"), ("train-fp32-b2", "PyTorch", None),
             ("infer-fp32-b2", "resnet_bench", "resnet18"), ("infer-fp32-b2", "PyTorch", None)],
        )  # fmt: skip


if __name__ == "__main__":
    unittest.main()
