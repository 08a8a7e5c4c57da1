"""Which processors the threads run on."""
import os
import unittest

from program import NETWORK, ProgramTest

OPTIONS = [*NETWORK, "--device", "cpu", "--no-roof", "--iterations", "1", "--warmup", "0"]
ALLOWED = sorted(os.sched_getaffinity(0))


class Pin(ProgramTest):
    def pinning(self, *options):
        self.succeed(*OPTIONS, *options)
        return self.one("SELECT pinning FROM run ORDER BY id DESC LIMIT 1")

    def test_a_list_says_how_many_threads_and_where(self):
        self.assertEqual(self.pinning("--pin", ALLOWED[-1]), f"pinned to {ALLOWED[-1]}")
        self.assertEqual(self.one("SELECT threads FROM run"), 1)

    def test_none(self):
        self.assertEqual(self.pinning("--pin", "none"), "")

    @unittest.skipIf(len(ALLOWED) < 2, "one processor")
    def test_auto_leaves_a_thread_that_has_a_choice_alone(self):
        self.assertEqual(self.pinning("--threads", "1"), "")

    def test_interleaved_memory_is_recorded(self):
        result = self.call(*OPTIONS, "--pin", "none", "--numa", "interleave")
        if "interleave" in result.stderr:
            self.skipTest(result.stderr)  # a container may forbid set_mempolicy
        self.assertEqual(self.one("SELECT pinning FROM run"), "interleaved")

    def test_a_processor_that_is_not_ours_is_refused(self):
        self.refuse(*OPTIONS, "--pin", "0-100000", says="which this process may not use")


if __name__ == "__main__":
    unittest.main()
