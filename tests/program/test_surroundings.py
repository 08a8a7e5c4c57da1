"""Surroundings that lack something: huge pages, streams, variables, a folder to write in."""
import ctypes
import os
import subprocess
import unittest

from program import SMALL, ProgramTest, contents, ordinary_user

PR_SET_THP_DISABLE = 41  # linux/prctl.h


def without_huge_pages():
    ctypes.CDLL(None).prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0)


class Surroundings(ProgramTest):
    def assert_done(self, runs=1):
        self.assertEqual(self.query("SELECT ended FROM run"), [("done",)] * runs)

    def test_no_huge_pages(self):
        result = self.succeed(*SMALL, "-v", preexec_fn=without_huge_pages)
        self.assertRegex(result.stderr, r"memory: 4 KiB pages: \S+")
        self.assert_done()

    def test_the_log_tells_the_pages(self):
        self.assertRegex(self.succeed(*SMALL, "-v").stderr, r"memory: (2 M|4 K)iB pages: \S+")

    def test_a_reader_that_has_gone(self):
        read, write = os.pipe()
        os.close(read)
        self.addCleanup(os.close, write)
        result = self.call(*SMALL, "--format", "json", stdout=write)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("resnet_bench: ", result.stderr)
        self.assert_done()

    def test_nobody_to_hear_the_progress(self):
        read, write = os.pipe()
        os.close(read)
        self.addCleanup(os.close, write)
        self.succeed(*SMALL, "-vv", stderr=write)
        self.assert_done()

    def test_no_room_for_the_results(self):
        with open("/dev/full", "w") as full:
            result = self.call(*SMALL, "--quiet", stdout=full)
            self.assertEqual(result.returncode, 1)
            self.assert_one_line(result.stderr)
            self.assertIn("standard output cannot be written", result.stderr)
            self.assert_done()
            self.assertEqual(self.call("--help", stdout=full).returncode, 1)

    def test_closed_streams(self):
        # Files that are opened must not get a stream's number, and its text.
        def close_all():
            os.closerange(0, 3)
        options = [*SMALL, "--mode", "infer", "--dump-tensors"]
        result = self.call(*options, "tensors.safetensors", "-vv", stdin=None, stdout=None,
                           stderr=None, preexec_fn=close_all)
        self.assertEqual(result.returncode, 0)
        self.assert_done()
        self.assertEqual(self.one("PRAGMA integrity_check"), "ok")
        closed = contents(self.folder)
        self.assertEqual(set(closed), {"resnet_bench.db", "summary.tsv", "tensors.safetensors"})
        self.succeed(*options, "again.safetensors")
        self.assertEqual(closed["tensors.safetensors"],
                         (self.folder / "again.safetensors").read_bytes())

    def test_an_empty_environment(self):
        self.succeed(*SMALL, env={})
        self.assert_done()

    def test_a_working_folder_that_is_read_only(self):
        user = ordinary_user(self)
        out = self.folder / "out"
        out.mkdir()
        out.chmod(0o777)
        here = self.folder / "here"
        here.mkdir()
        here.chmod(0o555)
        self.db = out / "a.db"
        self.succeed(*SMALL, "--db", self.db, "--summary", out / "a.tsv", cwd=here, **user)
        self.assert_done()

    def test_a_device_as_an_ordinary_user(self):
        user = ordinary_user(self)
        self.folder.chmod(0o777)
        self.succeed(*SMALL, "--summary", "/dev/null", **user)
        self.assert_done()


if __name__ == "__main__":
    unittest.main()
