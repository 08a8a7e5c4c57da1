"""What the tests of this folder share: calling the program in a folder of its own, reading its
database, and what every refusal has in common."""
import contextlib
import os
import pathlib
import sqlite3
import subprocess
import tempfile
import time
import unittest

PROGRAM = os.environ["RESNET_BENCH"]
SQLITE3_SHELL = os.environ["SQLITE3_SHELL"]
SQL_FOLDER = pathlib.Path(os.environ["SQL_FOLDER"])

VERSION = subprocess.run([PROGRAM, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
LAYER_TIMING = "LAYER_TIMING=1" in VERSION

# The smallest network there is. One thread: the machine may be busy with other tests.
NETWORK = ["--model", "resnet18", "--batch", "2", "--image-size", "32", "--classes", "10"]
ON_CPU = ["--device", "cpu", "--threads", "1", "--no-roof"]  # a roof takes longer than such a run
SMALL = NETWORK + ON_CPU + ["--iterations", "2", "--warmup", "1"]

TIMEOUT_S = 300  # of a call that hangs; none takes a hundredth of it on an idle machine

NOBODY = 65534


def needs_layer_timing(test):
    return unittest.skipUnless(LAYER_TIMING, "this build times no layers")(test)


class ProgramTest(unittest.TestCase):
    """Each test has an empty folder, which is the program's working folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="resnet_bench_test_")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.db = self.folder / "resnet_bench.db"
        self.summary = self.folder / "summary.tsv"

    def start(self, *options, **popen):
        """The program, running. stdin is empty, stdout and stderr are text in pipes."""
        arguments = {"cwd": self.folder, "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE,
                     "stderr": subprocess.PIPE, "text": True, **popen}
        process = subprocess.Popen([PROGRAM, *map(str, options)], **arguments)
        self.addCleanup(stop, process)
        return process

    def call(self, *options, **popen):
        """The program, finished: returncode, stdout, stderr."""
        process = self.start(*options, **popen)
        out, err = process.communicate(timeout=TIMEOUT_S)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def wait_for(self, process, words):
        """Until the program has said `words` on stderr."""
        for line in process.stderr:
            if words in line:
                return
        self.fail(f"ended without saying '{words}'")

    def wait_until(self, sql, value):
        """Until the database answers the question so."""
        deadline = time.monotonic() + TIMEOUT_S
        while self.one(sql) != value:
            self.assertLess(time.monotonic(), deadline, sql)
            time.sleep(0.01)

    def succeed(self, *options, **popen):
        result = self.call(*options, **popen)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def refuse(self, *options, says, **popen):
        """Status 2, one line on stderr with the words `says`, nothing on stdout, and every file in
        the folder as before. Returns the line."""
        before = contents(self.folder)
        result = self.call(*options, **popen)
        self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
        self.assertEqual(result.stdout, "")
        self.assert_one_line(result.stderr)
        for words in [says] if isinstance(says, str) else says:
            self.assertIn(words, result.stderr)
        self.assertEqual(contents(self.folder), before)
        return result.stderr

    def assert_one_line(self, stderr):
        self.assertRegex(stderr, r"\Aresnet_bench: [^\n]+\n\Z")

    @contextlib.contextmanager
    def database(self):
        """To change it behind the program's back."""
        with contextlib.closing(sqlite3.connect(self.db)) as database, database:
            yield database

    def query(self, sql, *parameters, db=None):
        """All rows."""
        with contextlib.closing(sqlite3.connect(db or self.db)) as database:
            return database.execute(sql, parameters).fetchall()

    def one(self, sql, *parameters, db=None):
        """The only value."""
        ((value,),) = self.query(sql, *parameters, db=db)
        return value

    def summarize(self):
        """What a user gets who runs sql/summarize.sql by hand."""
        with open(SQL_FOLDER / "summarize.sql", "rb") as script:
            return subprocess.run([SQLITE3_SHELL, "-init", os.devnull, str(self.db)], stdin=script,
                                  stdout=subprocess.PIPE, check=True).stdout


def stop(process):
    if process.poll() is None:
        process.kill()
    with process:  # closes the pipes and waits
        pass


def contents(folder):
    """Everything below a folder: name -> bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
            for path in sorted(pathlib.Path(folder).rglob("*"))}


def ordinary_user(test):
    """Keyword arguments that run the program as someone whom permissions bind."""
    if os.geteuid() != 0:
        return {}
    test.folder.chmod(0o755)
    user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    try:
        subprocess.run([PROGRAM, "--version"], stdout=subprocess.DEVNULL, check=True, **user)
    except (OSError, subprocess.SubprocessError) as error:
        test.skipTest(f"root cannot run the program as another user: {error}")
    return user
