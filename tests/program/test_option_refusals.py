"""Command lines that are refused: status 2, one line, no file touched. tests/cli has them all; here
are some of each sort, through the program."""
import unittest

from program import NETWORK, ON_CPU, SMALL, ProgramTest

MODEL = ["--model", "resnet18"]
REFUSALS = [
    (["--model", "resnet51"], ["resnet51", "resnet50"]),
    (["--device", "gpu"], ["gpu", "cuda"]),
    (["--bach", "2"], ["--bach", "--batch"]),
    (["rnu"], ["rnu", "run"]),
    (["list", "model"], ["model", "models"]),
    (["--batch", "0"], "from 1"),
    (["--batch", "-1"], "from 1"),
    (["--batch", "many"], "not a whole number"),
    ([*MODEL, "--batch", "1000000000000", *ON_CPU], "2^63"),
    ([*MODEL, "--batch", "10000000000", *ON_CPU], ["needs", "are free"]),
    ([*MODEL, "--batch", "1000000000000", "--device", "reference"], "2^63"),
    (["--batch", "99999999999999999999"], "99999999999999999999"),
    ([*MODEL, "--classes", "1000000000000000000", *ON_CPU], "2^63"),
    (["--image-size", "31"], ["31", "32"]),
    (["--image-size", "1000000000"], "2^63"),
    ([*MODEL, "--batch", "1", "--image-size", "32"],
     ["one", "a channel", "take a larger --batch or --image-size"]),
    (["--fusion", "fold"], ["fold", "--mode infer"]),
    (["--threads", "1000000"], ["--threads '1000000'", "from 1 to"]),
    (["--precision", "fp64", "--device", "cpu"], ["fp64", "allows fp32"]),
    (["--precision", "fp64"], ["fp64", "allows fp32"]),
    (["--precision", "fp16"], ["fp16", "allows fp32"]),
    (["--precision", "tf32", "--device", "reference"], ["tf32", "allows fp32, fp64"]),
    (["--precision", "fp65"], ["fp65", "fp64"]),
    (["--layout", "nchw", "--device", "cpu"], ["nchw", "nhwc"]),
    (["--conv", "winograd", "--device", "cpu"], ["winograd", "openblas"]),
    (["--max-seconds", "nan"], "nan"),
    (["--learning-rate", "-1"], "-1"),
]


class OptionRefusals(ProgramTest):
    def test_one_line_and_no_file(self):
        for options, says in REFUSALS:
            with self.subTest(" ".join(options)):
                self.refuse(*options, says=says)

    def test_inference_allows_one_value_a_channel(self):
        self.succeed(*MODEL, "--batch", "1", "--image-size", "32", "--mode", "infer", *ON_CPU,
                     "--iterations", "1", "--warmup", "0")

    def test_cuda_that_is_not_there(self):
        if "cuda        available" in self.succeed("list", "devices").stdout:
            self.skipTest("this machine has CUDA")
        for device in ["cuda", "cuda:1"]:
            with self.subTest(device):
                self.refuse(*NETWORK, "--device", device,
                            says=["cuda", "allowed: auto, cpu, reference"])

    def test_what_does_not_fit_is_told_with_sizes(self):
        line = self.refuse("--model", "resnet152", "--batch", "100000", "--device", "cpu",
                           says=["resnet152 at batch 100000", "take a smaller --batch"])
        self.assertRegex(line, r"needs \S+ TiB \(\S+ [GT]iB of it .*\) and \S+ [GM]iB are free")

    def test_an_existing_database_is_left_alone(self):
        self.succeed(*SMALL)
        self.refuse(*SMALL, "--fusion", "fold", says="fold")
        self.refuse("--model", "resnet152", "--batch", "100000", says="needs")


if __name__ == "__main__":
    unittest.main()
