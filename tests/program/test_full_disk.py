"""A disk that is full at the start or becomes so: one line, and nothing lost of earlier runs. The
disk is a small tmpfs in a mount namespace of this process, which takes root."""
import contextlib
import ctypes
import subprocess
import unittest

from program import NETWORK, ON_CPU, SMALL, TIMEOUT_S, ProgramTest

CLONE_NEWNS = 0x00020000  # sched.h


def own_mounts():
    """Returns why not, or None."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNS) != 0:
        return "no mount namespace of one's own may be made here"
    private = subprocess.run(["mount", "--make-rprivate", "/"], stderr=subprocess.PIPE, text=True)
    return private.stderr if private.returncode != 0 else None


class FullDisk(ProgramTest):
    @classmethod
    def setUpClass(cls):
        reason = own_mounts()
        if reason:
            raise unittest.SkipTest(reason)

    def setUp(self):
        super().setUp()
        self.disk = self.folder / "disk"
        self.disk.mkdir()
        self.db = self.disk / "runs.db"

    def mount(self, kib):
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kib}k", "tmpfs", self.disk],
                                 stderr=subprocess.PIPE, text=True)
        if mounted.returncode != 0:
            self.skipTest(f"no file system may be mounted here: {mounted.stderr}")
        self.addCleanup(subprocess.run, ["umount", "--lazy", self.disk], check=True)

    def fill(self):
        with contextlib.suppress(OSError), open(self.disk / "ballast", "wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def test_no_room_for_a_database(self):
        self.mount(64)
        self.fill()
        self.assert_refused_as_full()

    def test_no_room_for_another_run(self):
        self.mount(1024)
        self.succeed(*SMALL, "--db", self.db)
        before = self.rows()
        self.fill()
        self.assert_refused_as_full()
        (self.disk / "ballast").unlink()
        self.assertEqual(self.rows(), before)
        self.succeed(*SMALL, "--db", self.db)

    def test_full_in_the_middle_of_a_run(self):
        self.mount(1024)
        self.succeed(*SMALL, "--db", self.db)
        before = self.rows()
        process = self.start(*NETWORK, *ON_CPU, "--mode", "infer", "--max-seconds", "60",
                             "--db", self.db)
        self.wait_for(process, "measuring")
        self.fill()
        _, err = process.communicate(timeout=TIMEOUT_S)
        self.assertEqual(process.returncode, 1, err)
        self.assertRegex(err, r"(?m)^resnet_bench: database .* nothing more can be written \(.*full\)"
                              r"; what it held before is kept\n\Z")
        (self.disk / "ballast").unlink()
        self.assertEqual(self.one("PRAGMA integrity_check"), "ok")
        self.assertEqual(self.rows(), before)
        self.assertIn(self.one("SELECT ended FROM run WHERE id = 2"), ["unfinished", "failed"])

    def assert_refused_as_full(self):
        result = self.call(*SMALL, "--db", self.db, "--quiet")
        self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
        self.assert_one_line(result.stderr)
        self.assertIn("runs.db': the disk is full", result.stderr)

    def rows(self):
        """Of the first run."""
        return [self.query(f"SELECT * FROM {table} WHERE {key} = 1 ORDER BY 1, 2, 3, 4")
                for table, key in [("run", "id"), ("layer", "run"), ("iteration", "run"),
                                   ("log_step", "run"), ("step_stat", "run")]]


if __name__ == "__main__":
    unittest.main()
