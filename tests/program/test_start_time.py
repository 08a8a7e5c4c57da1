"""Prints how long the main job takes from its start to its first iteration. Asserts no time."""
import unittest

from program import ProgramTest


class StartTime(ProgramTest):
    def test_resnet50_batch_32(self):
        process = self.start("--model", "resnet50", "--batch", "32", "--no-roof")
        if not any("warm-up" in line for line in process.stderr):
            self.skipTest("refused here")  # on a machine with little memory
        process.kill()
        process.communicate()
        ((setup, allocate),) = self.query("SELECT setup_ns / 1e9, allocate_ns / 1e9 FROM run")
        print(f"resnet50, batch 32: set up in {setup:.3f} s, memory and initial values in "
              f"{allocate:.3f} s")
        self.assertGreater(setup, 0)
        self.assertGreater(allocate, 0)


if __name__ == "__main__":
    unittest.main()
