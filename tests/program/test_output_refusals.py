"""--summary and --dump-tensors that cannot be written, or would be written over something."""
import os
import unittest

from program import SMALL, ProgramTest, ordinary_user


class OutputRefusals(ProgramTest):
    def test_a_folder(self):
        (self.folder / "out").mkdir()
        for option in ["--summary", "--dump-tensors"]:
            with self.subTest(option):
                self.refuse(*SMALL, option, "out", says="'out' is a folder")

    def test_in_a_folder_that_is_not_there(self):
        for option in ["--summary", "--dump-tensors"]:
            with self.subTest(option):
                self.refuse(*SMALL, option, "missing/out", says="there is no folder 'missing'")

    def test_read_only(self):
        user = ordinary_user(self)
        self.folder.chmod(0o777)
        (self.folder / "out").write_text("of an earlier run\n")
        (self.folder / "out").chmod(0o444)
        for option in ["--summary", "--dump-tensors"]:
            with self.subTest(option):
                self.refuse(*SMALL, option, "out",
                            says=["'out' cannot be written", "Permission denied"], **user)

    def test_the_database_is_never_written_over(self):
        self.succeed(*SMALL)
        os.symlink(self.db, self.folder / "link")
        os.link(self.db, self.folder / "same")
        for path in [self.db, "./resnet_bench.db", "link", "same"]:
            for option in ["--summary", "--dump-tensors"]:
                with self.subTest(option, path=path):
                    self.refuse(*SMALL, option, path, says="resnet_bench.db")

    def test_a_new_database_is_never_written_over(self):
        os.symlink(self.folder, self.folder / "here")
        self.refuse(*SMALL, "--db", "here/new.db", "--summary", self.folder / "new.db",
                    says=["here/new.db", "are one file"])
        self.refuse(*SMALL, "--db", "new.db", "--summary", self.folder / "new.db",
                    says=["new.db", "are one file"])
        self.refuse(*SMALL, "--dump-tensors", "here/summary.tsv", says="are one file")


if __name__ == "__main__":
    unittest.main()
