"""--batch max, and what a batch that does not fit is told."""
import re
import unittest

from program import ON_CPU, ProgramTest

# Large images: few of them fill any machine's memory.
LARGE = ["--model", "resnet18", "--image-size", "2048", "--mode", "infer", *ON_CPU,
         "--layout", "nhwc", "--conv", "openblas", "--batches", "1"]


class LargestBatch(ProgramTest):
    def test_what_max_finds_fits_and_much_more_does_not(self):
        plan = self.succeed(*LARGE, "--batch", "max", "--dry-run").stdout
        most = int(re.search(r"\((\d+),3,2048,2048\)", plan)[1])
        self.assertGreater(most, 0)
        # Others may take or give memory meanwhile, but not as much as is asked for here.
        line = self.refuse(*LARGE, "--batch", str(4 * most + 4), "--iterations", "1",
                           says=["take a smaller --batch", " fits"])
        told = int(re.search(r"--batch (\d+) fits", line)[1])
        self.assertGreater(told, most // 4)
        self.assertLess(told, 4 * most + 4)


if __name__ == "__main__":
    unittest.main()
