"""The scripts that `layers --repro` prints for PyTorch run, and time a tensor of the right shape."""
import contextlib
import io
import subprocess
import unittest

from torch.utils import benchmark

from program import PROGRAM


class Reproducers(unittest.TestCase):
    def test_every_pass_runs_and_gives_what_the_pass_gives(self):
        text = subprocess.run([PROGRAM, "layers", "--model", "resnet18", "--batch", "2", "--image-size",
                               "64", "--threads", "1", "--repro", "stage2/block1/F/conv1"],
                              stdout=subprocess.PIPE, text=True, check=True).stdout
        scripts = [part.split("\nEOF\n")[0] for part in text.split("python3 - <<'EOF'\n")[1:]]
        self.assertEqual(len(scripts), 3)
        shapes = []
        timer = benchmark.Timer

        def noting_timer(statement, **arguments):
            result = eval(statement, dict(arguments["globals"]))
            results = result if isinstance(result, tuple) else (result,)
            shapes.append([tuple(r.shape) for r in results if r is not None and r.numel() > 0])
            return timer(statement, **arguments)

        benchmark.Timer = noting_timer
        try:
            for script in scripts:
                with contextlib.redirect_stdout(io.StringIO()) as out:
                    exec(compile(script, "script", "exec"), {})
                self.assertIn("Measurement object", out.getvalue())
        finally:
            benchmark.Timer = timer
        # Of Fwd y, of BwdData x, of BwdWeights the weights.
        self.assertEqual(shapes, [[(2, 128, 8, 8)], [(2, 64, 16, 16)], [(128, 64, 3, 3)]])


if __name__ == "__main__":
    unittest.main()
