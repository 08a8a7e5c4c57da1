"""layers: a model's leaves alone beside their times in the network, suites, and what it prints only."""
import csv
import io
import json
import signal
import subprocess
import unittest

from program import LAYER_TIMING, NETWORK, ON_CPU, SQL_FOLDER, SQLITE3_SHELL, ProgramTest, \
    needs_layer_timing

# Little is asked of the convolutions' speed here: the library's own choice needs no search.
LAYERS = ["layers", *NETWORK, *ON_CPU, "--conv", "library", "--max-seconds", "0.1", "--quiet"]
CONVS = ["--select", "stage1/block?/F/conv"]


class Model(ProgramTest):
    def test_leaves_alone_beside_the_network(self):
        self.succeed(*NETWORK, *ON_CPU, "--conv", "library", "--iterations", "2", "--warmup", "1")
        report = json.loads(self.succeed(*LAYERS, *CONVS, "--format", "json").stdout)
        self.assertEqual((report["subject"], report["is_suite"], report["ended"]),
                         ("resnet18", 0, "done"))
        self.assertEqual((report["network_run"], report["network_source"]),
                         (1, "stored") if LAYER_TIMING else (None, ""))
        passes = {row["pass"]: row for row in report["passes"]}
        self.assertEqual(set(passes), {"Fwd", "BwdData", "BwdWeights"})
        for row in passes.values():
            self.assertEqual(row["places"], [f"resnet18/stage1/block{b}/F/conv{c}"
                                             for b in (1, 2) for c in (1, 2)])
            self.assertEqual(row["problem"],
                             "mb2ic64ih8oc64oh8kh3ph1nresnet18/stage1/block1/F/conv1")
            self.assertEqual([time["caches"] for time in row["times"]],
                             ["hot", "weights cold", "cold"])
            for time in row["times"]:
                self.assertGreaterEqual(time["calls"], 3)
                self.assertLessEqual(time["min_ns"], time["median_ns"])
                self.assertAlmostEqual(time["gflops_per_second"],
                                       row["flops"] / time["median_ns"])
                if LAYER_TIMING:
                    self.assertAlmostEqual(time["network_over_alone"],
                                           row["network_ns"] / time["median_ns"])
        if LAYER_TIMING:
            medians = self.query("""SELECT median_ns FROM step_stat JOIN layer ON layer.run =
                step_stat.run AND layer.id = layer WHERE path LIKE 'resnet18/stage1/%/F/conv%'
                AND pass = 'Fwd' AND scope = 'layer'""")
            self.assertAlmostEqual(passes["Fwd"]["network_ns"],
                                   sum(ns for (ns,) in medians) / len(medians))
        self.assertEqual(self.one("SELECT count(*) FROM run"), 1)
        self.assertEqual(self.one("SELECT count(*) FROM alone_time"), 9)
        self.assertEqual(self.query("PRAGMA foreign_key_check"), [])

    @needs_layer_timing
    def test_the_network_is_measured_where_the_database_has_no_run_of_the_plan(self):
        result = self.succeed(*LAYERS, "--select", "stem/conv")
        self.assertIn("network       run 1, measured in this call; medians", result.stdout)
        self.assertEqual(self.query("SELECT ended, model FROM run"), [("done", "resnet18")])
        self.assertFalse(self.summary.exists(), "a run in the network is not what was asked for")
        again = self.succeed(*LAYERS, "--select", "stem/conv")
        self.assertIn("run 1, the newest of the same plan in the database, begun", again.stdout)
        self.succeed(*LAYERS, "--select", "stem/conv", "--network", "measure")
        self.assertEqual(self.query("SELECT network_run, network_source FROM alone ORDER BY id"),
                         [(1, "measured"), (1, "stored"), (2, "measured")])
        script = (SQL_FOLDER / "alone.sql").read_bytes()
        table = subprocess.run([SQLITE3_SHELL, "-init", "/dev/null", str(self.db)], input=script,
                               stdout=subprocess.PIPE, check=True).stdout.decode()
        self.assertRegex(table, r"(?m)^resnet18/stem/conv +BwdWeights +1 +\d")

    def test_inference_on_the_reference_backend(self):
        result = self.succeed("layers", *NETWORK, "--device", "reference", "--mode", "infer",
                              "--network", "none", "--max-seconds", "0.1", "--quiet", "--no-roof",
                              "--format", "tsv", "--select", "stem")
        rows = list(csv.DictReader(io.StringIO(result.stdout), delimiter="\t"))
        self.assertEqual({row["pass"] for row in rows}, {"Fwd"})
        self.assertEqual({row["network_ns"] for row in rows}, {""})
        self.assertEqual({row["algorithm"] for row in rows}, {"naive"})

    def test_an_interrupt_keeps_what_was_measured(self):
        process = self.start("layers", *NETWORK, *ON_CPU, "--conv", "library", "--network", "none",
                             "--verbose", "--max-seconds", "3000")
        self.wait_for(process, "leaf 2 of ")
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=100)
        self.assertEqual(process.returncode, 130)
        self.assertIn("NOT ALL OF IT: interrupted", out)
        self.assertEqual(self.one("SELECT ended FROM alone"), "interrupted")

    def test_refusals(self):
        self.refuse(*LAYERS, "--model", "resnet18", says="--model is given 2 times")
        self.refuse("layers", "--select", "nowhere", *NETWORK, "--device", "cpu", "--batch=3",
                    says="--batch is given 2 times")


class Suites(ProgramTest):
    def test_a_shipped_one_and_a_file_of_ones_own(self):
        (self.folder / "mine.txt").write_text("# two\n--dir=FWD_D mb1ic8ih6oc16oh6kh3ph1na\n"
                                              "--dir=BWD_W,BWD_D mb2ic16ih4oc16oh4kh1ph0nb\n")
        common = ["--device", "cpu", "--threads", "1", "--no-roof", "--conv", "library",
                  "--max-seconds", "0.1", "--quiet"]
        rows = json.loads(self.succeed("layers", "--suite", "mine.txt", *common,
                                       "--format", "json").stdout)["passes"]
        self.assertEqual([(row["path"], row["pass"], row["problem"]) for row in rows],
                         [("a", "Fwd", "mb1ic8ih6oc16oh6kh3ph1na"),
                          ("b", "BwdWeights", "mb2ic16ih4oc16oh4kh1ph0nb"),
                          ("b", "BwdData", "mb2ic16ih4oc16oh4kh1ph0nb")])
        told = self.succeed("layers", "--suite", "convnet", "--batch", "1", "--select", "L5",
                            *common).stdout
        self.assertIn("suite convnet, train, batch 1, fp32 on cpu: leaves alone, of 'L5'", told)
        self.assertIn("none: a suite is of no network", told)
        self.assertEqual(self.query("SELECT DISTINCT module FROM alone_pass WHERE path = 'L5'"),
                         [("Conv(3x3,pad=0,s=1) (1,384,13,13)->(1,384,11,11)",)])

    def test_what_a_model_writes_is_a_suite(self):
        text = self.succeed("layers", "--model", "resnet50", "--batch", "4", "--write-suite").stdout
        problems = [line for line in text.splitlines() if not line.startswith("#")]
        self.assertEqual(sum(int(line.rsplit("*")[-1]) for line in problems), 53)
        (self.folder / "written.txt").write_text(text)
        self.assertIn("benchdnn --conv --mode=P --dir=FWD_D " + problems[0] + "\n",
                      self.succeed("layers", "--suite", "written.txt", "--repro",
                                   "conv*1").stdout)

    def test_refusals(self):
        (self.folder / "bad.txt").write_text("mb1ic8ih6oc16oh6kh3ph1\ng2ic8ih6oc16kh3\n")
        (self.folder / "empty.txt").write_text("")
        for options, says in [
            (["--suite", "covnet"], ["'covnet' is no suite", "did you mean 'convnet'?"]),
            (["--suite", "bad.txt"], ["suite 'bad.txt', line 2: ", "has groups (g2)"]),
            (["--suite", "empty.txt"], ["has no convolution"]),
            (["--suite", "."], ["'.' is no suite, and no file"]),
            (["--suite", "convnet", "--select", "L9"], ["has nothing that --select 'L9'"]),
            (["--suite", "convnet", "--model", "resnet18"], ["do not go together"]),
        ]:
            with self.subTest(options=options):
                result = self.call("layers", *options, "--device", "cpu", "--quiet")
                self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
                self.assert_one_line(result.stderr)
                for words in says:
                    self.assertIn(words, result.stderr)


class Reproducers(ProgramTest):
    def test_any_convolution_of_a_model(self):
        out = self.succeed("layers", "--repro", "stage3/block2/F/conv2", "--threads", "1").stdout
        self.assertIn("benchdnn --conv --mode=P --dir=BWD_W mb32ic256ih14oc256oh14kh3ph1n"
                      "resnet50/stage3/block2/F/conv2\n", out)
        self.assertIn("./bin/MIOpenDriver conv -n 32 -c 256 -H 14 -W 14 -k 256 -y 3 -x 3 -p 1 -q 1 "
                      "-u 1 -v 1 -l 1 -j 1 -m conv -g 1 -F 2 -t 1\n", out)
        self.assertEqual(out.count("python3 - <<'EOF'\n"), 3)
        stem = self.succeed("layers", "--model", "resnet18", "--repro", "resnet18/stem/conv").stdout
        self.assertEqual(stem.count("benchdnn"), 2, "the stem has no BwdData")
        infer = self.succeed("layers", "--mode", "infer", "--repro", "stem/conv").stdout
        self.assertEqual(infer.count("--dir=FWD_I"), 1)
        self.assertEqual(infer.count("benchdnn"), 1)
        self.refuse("layers", "--repro", "stage3/block2/F/bn2", says="is no convolution; allowed: 53")

    def test_the_scripts_are_python(self):
        out = self.succeed("layers", "--repro", "stage3/block2/F/conv2").stdout
        for script in out.split("python3 - <<'EOF'\n")[1:]:
            compile(script.split("\nEOF\n")[0], "script", "exec")


class Lists(ProgramTest):
    def test_suites(self):
        out = self.succeed("list", "suites").stdout
        for name in ("convnet", "winograd", "resnet50"):
            self.assertRegex(out, rf"(?m)^{name} +\w")


if __name__ == "__main__":
    unittest.main()
