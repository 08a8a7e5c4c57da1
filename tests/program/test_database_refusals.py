"""--db FILE that cannot be used: refused in one line before anything runs, the file as it was."""
import os
import sqlite3
import contextlib
import unittest

from program import SMALL, ProgramTest, contents, ordinary_user


class DatabaseRefusals(ProgramTest):
    def make(self, name, script):
        path = self.folder / name
        with contextlib.closing(sqlite3.connect(path)) as database:
            database.executescript(script)
        return path

    def test_a_folder(self):
        (self.folder / "runs").mkdir()
        self.refuse(*SMALL, "--db", "runs", says=["'runs' is a folder", "runs/resnet_bench.db"])

    def test_in_a_folder_that_is_not_there(self):
        self.refuse(*SMALL, "--db", "missing/a.db", says="there is no folder 'missing'")

    def test_not_a_database(self):
        (self.folder / "notes.txt").write_text("Remember the milk.\n" * 100)
        self.refuse(*SMALL, "--db", "notes.txt", says="'notes.txt' is not a SQLite database")

    def test_of_another_program(self):
        self.make("other.db", "CREATE TABLE bookmarks (url); INSERT INTO bookmarks VALUES ('x');")
        self.refuse(*SMALL, "--db", "other.db", says="another program")

    def test_of_another_program_with_an_application_id(self):
        self.make("other.db", "PRAGMA application_id = 42; CREATE TABLE bookmarks (url);")
        self.refuse(*SMALL, "--db", "other.db", says="another program (application_id 0x0000002a)")

    def test_of_a_newer_schema(self):
        self.succeed(*SMALL)
        with contextlib.closing(sqlite3.connect(self.db)) as database:
            database.execute("PRAGMA user_version = 1000000")
        self.refuse(*SMALL, says=["schema version 1000000", "use a newer resnet_bench"])

    def test_without_one_of_our_tables(self):
        self.succeed(*SMALL)
        with contextlib.closing(sqlite3.connect(self.db)) as database:
            database.execute("DROP TABLE step_stat")
        self.refuse(*SMALL, says=["resnet_bench.db' cannot be used", "no such table: step_stat"])

    def test_damaged_in_the_middle(self):
        self.succeed(*SMALL)
        data = bytearray(self.db.read_bytes())
        data[100:4096] = os.urandom(3996)  # the table of tables, after the file's header
        self.db.write_bytes(data)
        self.refuse(*SMALL, says="resnet_bench.db' cannot be used")

    def test_read_only(self):
        user = ordinary_user(self)
        self.succeed(*SMALL)
        self.db.chmod(0o444)
        self.folder.chmod(0o777)
        self.refuse(*SMALL, "--summary", "new.tsv", says=["resnet_bench.db' cannot be written", "Permission denied"],
                    **user)

    def test_in_a_folder_that_is_read_only(self):
        user = ordinary_user(self)
        self.folder.chmod(0o555)
        self.addCleanup(self.folder.chmod, 0o755)
        self.refuse(*SMALL, "--summary", "/dev/null",
                    says=["nothing can be written in folder", "Permission denied"], **user)

    def test_a_device(self):
        for device in ["/dev/null", "/dev/full"]:
            self.refuse(*SMALL, "--db", device, says=f"'{device}' is a device or a pipe")

    def test_locked_by_another(self):
        self.succeed(*SMALL)
        with contextlib.closing(sqlite3.connect(self.db, isolation_level=None)) as database:
            # Readers do not stand in the way of a run.
            database.execute("BEGIN")
            database.execute("SELECT count(*) FROM run").fetchall()
            self.succeed(*SMALL)
            database.execute("ROLLBACK")
        self.assertEqual(self.one("SELECT count(*) FROM run WHERE ended = 'done'"), 2)

    def test_a_name_with_odd_characters(self):
        for name in ["a b.db", "ä?mode=ro.db", "file:x.db", ":memory:", "-x.db"]:
            with self.subTest(name):
                self.succeed(*SMALL[:-4], "--iterations", "1", "--warmup", "0", f"--db={name}")
                self.assertIn(name, contents(self.folder))


if __name__ == "__main__":
    unittest.main()
