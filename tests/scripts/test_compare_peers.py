"""scripts/compare_peers with stand-ins for resnet_bench and for the peers' Python: what is run, in
which order and surroundings, and what the table makes of it."""

import contextlib
import io
import json
import math
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

PROJECT = Path(__file__).resolve().parent.parent.parent
SCRIPT = PROJECT / "scripts" / "compare_peers"
sys.path.insert(0, str(PROJECT / "scripts" / "peers"))

import cases  # noqa: E402
import environment  # noqa: E402
import measure  # noqa: E402
import results  # noqa: E402

# Takes the next of the speeds that $SPEEDS has for it, logs its call, and answers as the real one.
STAND_IN = """
import json, os, sys
words = sys.argv[1:]
option = lambda name: words[words.index(name) + 1]
script = os.path.basename(words[0])
who = script.removesuffix(".py").removesuffix("_peer") if script.endswith(".py") else "ours"
tuned = " tuned" if "GLIBC_TUNABLES" in os.environ else ""
graph = " " + option("--graph") if "--graph" in words else ""
with open("calls", "a+") as calls:
    calls.seek(0)
    mine = [line for line in calls if line.startswith(who + graph + tuned + ":")]
    surroundings = {name: os.environ.get(name) for name in ("OMP_NUM_THREADS", "MALLOC_ARENA_MAX")}
    print(who + graph + tuned + ": " + json.dumps([words, surroundings]), file=calls)
if who == "export_onnx":
    open(option("--onnx"), "w").close()
    sys.exit()
speeds = json.loads(os.environ["SPEEDS"])[who + graph + tuned]
speed = speeds[len(mine)] if isinstance(speeds, list) else speeds
if speed == "wait":
    import time
    time.sleep(60)
if isinstance(speed, str):
    status, _, text = speed.partition(" ")
    sys.stderr.write("Traceback\\n" + text + "\\n")
    sys.exit(int(status))
if who == "ours":
    print(json.dumps([{"plain_iterations": 3, "images_per_second": speed, "version": "0.1",
                       "commit": "abc", "uid": f"u{len(mine)}"}]))
else:
    print("a word from a library")
    print(json.dumps({"iterations": 2, "seconds": 2 * int(option("--batch")) / speed,
                      "version": "9.9", "loaded_bytes": 2**29}))
"""


class Comparison(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.program = self.folder / "stand_in"
        self.program.write_text(f"#!{sys.executable} -ISs\n{STAND_IN}")
        self.program.chmod(0o755)

    def command(self, *arguments):
        programs = ("--program", self.program, "--python", self.program)
        return [sys.executable, "-B", SCRIPT, *programs, *map(str, arguments)]

    def surroundings(self, speeds):
        return {**os.environ, "SPEEDS": json.dumps(speeds), "MALLOC_ARENA_MAX": "7"}

    def compare(self, *arguments, status=0, **speeds):
        """The script's result. Speeds: name=images a second, a list by round, or 'STATUS MESSAGE'
        to fail with; a name's _ is a blank."""
        speeds = {name.replace("_", " "): value for name, value in speeds.items()}
        done = subprocess.run(
            self.command(*arguments), cwd=self.folder, env=self.surroundings(speeds),
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def calls(self):
        """[who, command line, environment] of each"""
        lines = (self.folder / "calls").read_text().splitlines()
        return [(who, *json.loads(rest)) for who, rest in (line.split(": ", 1) for line in lines)]

    def rows(self, output):
        """The table's cells without blank ones, by row"""
        lines = output.splitlines()
        begin = next(i for i, line in enumerate(lines) if line.startswith("----"))
        return [re.split("  +", line.rstrip()) for line in lines[begin + 1 :]]

    def ask(self, query):
        connection = sqlite3.connect(self.folder / "peers.db")
        with contextlib.closing(connection):
            return connection.execute(query).fetchall()

    TRAIN = {"ours": [10, 12, 8, 11, 9], "torch_eager": [5, 4, 4, 5, 4.5],
             "torch_eager_tuned": 8, "torch_compile_tuned": 10}  # fmt: skip

    def test_table(self):
        done = self.compare("--case", "train-fp32-b32", "--threads", 2, **self.TRAIN)
        ours, eager, tuned, compiled = self.rows(done.stdout)
        peak = ours[4]
        self.assertEqual(
            ours,
            ["train-fp32-b32", "resnet_bench 0.1 abc", "10.00", "12.00", peak, "5", "defaults"],
        )
        # Ratios of a round: 2 3 2 2.2 2, that is 2 2 2 2.2 3, in the order that each had its turns.
        self.assertEqual(eager[2:8], ["4.50", "5.00", "2.00", "2.00 to 3.00", "93.8 %", "2.40"])
        self.assertEqual(eager[9:], ["0.50", "5", "eager nchw"])
        # 8 9 10 11 12 over 8
        self.assertEqual(tuned[4:8], ["1.25", "1.00 to 1.50", "93.8 %", "1.50"])
        self.assertEqual(compiled[-1], "compile channels-last tuned")
        self.assertGreater(float(peak), 0)

    def test_shell_prints_the_same_table(self):
        shell = shutil.which("sqlite3")
        self.assertTrue(shell, "no sqlite3 program; scripts/setup --tests installs it")
        done = self.compare("--case", "train-fp32-b32", "--rounds", 2, **self.TRAIN)
        with open(PROJECT / "sql" / "compare_peers.sql") as script:
            printed = subprocess.run(
                [shell, self.folder / "peers.db"], stdin=script, capture_output=True, text=True
            )
        self.assertEqual(self.rows(printed.stdout), self.rows(done.stdout))

    def test_everyone_runs_once_a_round_in_an_order_that_rotates(self):
        self.compare("--case", "train-fp32-b32", "--rounds", 2, **self.TRAIN)
        order = ["ours", "torch eager", "torch eager tuned", "torch compile tuned"]
        self.assertEqual(
            [who for who, _, _ in self.calls()], order + (order[1:] + order[:1])[::-1]
        )
        self.assertEqual(
            self.ask("SELECT position FROM peer_result WHERE entry = 0 ORDER BY round"),
            [(0,), (0,)],
        )

    def test_same_work_and_surroundings_for_all(self):
        self.compare(
            "--case", "infer-fp32-b8", "--model", "resnet18", "--image-size", 96, "--threads", 3,
            "--rounds", 1, "--seconds", 4, "--ours=--conv 'a b'", ours=1, torch_eager=1,
            torch_frozen_tuned=1, torch_compile_tuned=1, onnxruntime=1, onnxruntime_tuned=1,
            openvino=1, openvino_tuned=1,
        )  # fmt: skip
        work = ["--model", "resnet18", "--mode", "infer", "--precision", "fp32", "--batch", "8",
                "--image-size", "96", "--threads", "3", "--warmup", "8"]  # fmt: skip
        self.assertEqual(len(self.calls()), 9)  # the network is exported once
        for who, words, surroundings in self.calls():
            with self.subTest(who):
                begin = words.index("--model")
                self.assertEqual(words[begin : begin + len(work)], work)
                self.assertIsNone(surroundings["MALLOC_ARENA_MAX"])
                if who == "ours":
                    self.assertEqual(words[words.index("--max-seconds") + 1], "8.0")
                    self.assertEqual(words[-2:], ["--conv", "a b"])
                else:
                    self.assertEqual(surroundings["OMP_NUM_THREADS"], "3")

    def test_refusal_of_ours_is_a_row(self):
        refusal = "--precision bf16 needs AVX512-BF16 or AMX"
        done = self.compare(
            "--case", "infer-bf16-b8", "--rounds", 2, "--only", "OpenVINO",
            ours="2 resnet_bench: " + refusal, openvino=20, openvino_tuned=30,
        )  # fmt: skip
        ours, default, tuned = self.rows(done.stdout)
        self.assertEqual(ours, ["infer-bf16-b8", "resnet_bench", "0", "ours refuses: " + refusal])
        self.assertEqual(default[2:4] + default[-2:], ["20.00", "20.00", "2", "defaults"])
        self.assertEqual(len(default), 8)  # no ratio
        self.assertEqual([who for who, _, _ in self.calls()].count("ours"), 1)

    def test_refusal_of_fp32_is_a_failure(self):
        speeds = {**self.TRAIN, "ours": "2 resnet_bench: --conv 'x' is unknown"}
        done = self.compare("--case", "train-fp32-b32", "--rounds", 1, status=1, **speeds)
        self.assertEqual(self.rows(done.stdout)[0][-1], "ours refuses: --conv 'x' is unknown")

    def test_failure_is_a_row_and_the_rest_goes_on(self):
        done = self.compare(
            "--case", "train-fp32-b32", "--rounds", 3, status=1,
            **{**self.TRAIN, "torch_eager": [5, "1 ValueError: no"]},
        )  # fmt: skip
        rows = self.rows(done.stdout)
        self.assertEqual(rows[1][-2:], ["1", "it failed: ValueError: no"])
        self.assertEqual([row[-2] for row in rows], ["3", "1", "3", "3"])
        done = self.compare("--case", "train-fp32-b32", "--rounds", 1, status=1,
                            **{**self.TRAIN, "ours": "1 a layer"})  # fmt: skip
        self.assertEqual(self.rows(done.stdout)[0][-1], "ours failed: a layer")

    def test_export_that_fails_is_each_readers_failure(self):
        self.program.write_text(self.program.read_text().replace(
            'open(option("--onnx"), "w").close()', 'sys.stderr.write("no exporter\\n")'
        ).replace("sys.exit()", "sys.exit(1)"))  # fmt: skip
        done = self.compare("--case", "infer-bf16-b8", "--rounds", 1, "--only", "OpenVINO", status=1,
                            ours=5)
        reasons = [row[-1] for row in self.rows(done.stdout)]
        self.assertEqual(reasons[1:], ["it failed: no exporter"] * 2)

    def test_quick(self):
        done = self.compare(
            "--quick", "--only", "PyTorch eager nchw,OpenVINO latency", ours=4,
            torch_eager=2, openvino_tuned=8,
        )  # fmt: skip
        rows = self.rows(done.stdout)
        self.assertEqual([row[0] for row in rows],
                         ["train-fp32-b4"] * 2 + ["infer-fp32-b4"] * 3)  # fmt: skip
        # One round has a ratio and no interval.
        self.assertEqual(rows[1][2:5], ["2.00", "2.00", "2.00"])
        self.assertEqual(self.ask("SELECT model, rounds, seconds FROM peer_comparison"),
                         [("resnet18", 1, 0.5)])  # fmt: skip
        self.assertEqual(self.ask("SELECT DISTINCT warmup FROM peer_entry"), [(1,)])
        self.compare("--quick", "--rounds", 2, "--case", "train-fp32-b8", "--seconds", 3,
                     "--model", "resnet34", **self.TRAIN)  # fmt: skip
        self.assertEqual(self.ask("SELECT model, rounds, seconds FROM peer_comparison")[1],
                         ("resnet34", 2, 3))  # fmt: skip

    def test_options_refused(self):
        for arguments, message in [
            (["--case", "train-fp64-b32"], "case 'train-fp64-b32' is unknown; allowed: train"),
            (["--case", "train-fp32-b0"], "case 'train-fp32-b0' is unknown"),
            (["--rounds", "0"], "--rounds: '0'; allowed: 1 to 50"),
            (["--rounds", "-1"], "--rounds: '-1'; allowed: 1 to 50"),
            (["--seconds", "nan"], "--seconds: 'nan'; allowed: more than 0"),
            (["--model", "alexnet"], "--model: invalid choice: 'alexnet'"),
            (["--program", "nowhere"], "no program at nowhere; build it"),
            (["--python", "."], "no program at .; --python takes"),
            (["--db", "no/folder/a.db"], "database 'no/folder/a.db' cannot be used"),
        ]:
            with self.subTest(arguments):
                self.assertIn(message, self.compare(*arguments, status=2).stderr)

    def test_database_of_another_program_is_left_alone(self):
        with contextlib.closing(sqlite3.connect(self.folder / "peers.db")) as other:
            other.execute("CREATE TABLE theirs (a)")
        done = self.compare(status=2)
        self.assertIn("database 'peers.db' cannot be used (of another program)", done.stderr)
        self.assertEqual(self.ask("SELECT name FROM sqlite_schema"), [("theirs",)])

    def test_database_with_other_columns(self):
        self.compare("--case", "train-fp32-b32", "--rounds", 1, **self.TRAIN)
        with contextlib.closing(sqlite3.connect(self.folder / "peers.db")) as newer:
            newer.execute("ALTER TABLE peer_comparison DROP COLUMN seconds")
        done = self.compare("--case", "train-fp32-b32", status=1)
        self.assertIn("database 'peers.db': table peer_comparison has no column named seconds",
                      done.stderr)  # fmt: skip

    def test_database_is_added_to(self):
        for _ in range(2):
            self.compare("--case", "train-fp32-b32", "--rounds", 1, **self.TRAIN)
        self.assertEqual(self.ask("SELECT count(*) FROM peer_result"), [(8,)])
        self.assertEqual(self.ask("SELECT count(*) FROM peer_comparison WHERE ended_at"), [(2,)])
        self.assertEqual(self.ask("SELECT count(*) FROM run"), [(0,)])  # the program's own table
        self.assertEqual(self.ask("SELECT DISTINCT run_uid FROM peer_result ORDER BY 1"),
                         [(None,), ("u0",), ("u1",)])  # fmt: skip

    def test_interrupted(self):
        speeds = {"ours": 4, "torch eager": 2, "torch eager tuned": "wait"}
        process = subprocess.Popen(
            self.command("--case", "train-fp32-b32"), cwd=self.folder, text=True,
            env=self.surroundings(speeds), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        for line in process.stderr:
            if "eager nchw: 2.00" in line:
                break
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130)
        self.assertEqual([row[2] for row in self.rows(output)][:2], ["4.00", "2.00"])
        self.assertEqual(self.ask("SELECT ended_at FROM peer_comparison"), [(None,)])


class Cases(unittest.TestCase):
    def test_names(self):
        case = cases.case_of("infer-fp32-b8")
        self.assertEqual((case.mode, case.precision, case.batch), ("infer", "fp32", 8))
        for name in (*cases.CASES, *cases.QUICK_CASES):
            entries = cases.entries_of(cases.case_of(name))
            # At the defaults and tuned; a row is told from another by what it shows.
            self.assertEqual({bool(e.environment) for e in entries[1:]}, {False, True}, name)
            self.assertEqual(len({(e.program, e.settings) for e in entries}), len(entries))

    def test_rotation_gives_new_neighbours(self):
        before = {name: set() for name in "abcde"}
        for number in range(5):
            order = cases.rotated(list("abcde"), number)
            self.assertEqual(sorted(order), list("abcde"))
            for first, second in zip(order, order[1:]):
                before[second].add(first)
        self.assertTrue(all(len(names) == 2 for names in before.values()), before)


class Interval(unittest.TestCase):
    """Of sql/compare_peers.sql, against the definition."""

    def interval(self, ratios):
        with tempfile.TemporaryDirectory() as folder:
            found = results.Results(f"{folder}/a.db")
            found.begin(SimpleNamespace(model="m", image_size=1, threads=1, rounds=1, seconds=1))
            case = cases.case_of("train-fp32-b32")
            for entry in cases.entries_of(case)[:2]:
                row = found.add_entry(case, entry, 2)
                for number, ratio in enumerate(ratios):
                    speed = ratio if entry.is_ours else 1
                    result = SimpleNamespace(
                        iterations=1, images_per_second=speed, peak_bytes=1, loaded_bytes=None,
                        run_uid=None, version="",
                    )  # fmt: skip
                    found.add(row, number, 0, result)
            cells = re.split("  +", found.table()[3])
            found.connection.close()
            return cells[4:7]

    def test_order_statistics(self):
        for n in (2, 4, 5, 8, 11, 20, 50):

            def confidence(k):
                return 1 - 2 * sum(math.comb(n, i) for i in range(k)) / 2**n

            k = max((k for k in range(1, n // 2 + 1) if confidence(k) >= 0.9), default=1)
            median, low, high = 1 + (n - 1) / 4, 1 + (k - 1) / 2, 1 + (n - k) / 2
            expected = [f"{median:.2f}", f"{low:.2f} to {high:.2f}", f"{100 * confidence(k):.1f} %"]
            self.assertEqual(self.interval([1 + 7 * i % n / 2 for i in range(n)]), expected, n)


class Measure(unittest.TestCase):
    def measured(self, value, seconds=0):
        result = SimpleNamespace(flatten=lambda: SimpleNamespace(tolist=lambda: [1.0, value]))
        steps = []

        def step():
            steps.append(1)
            return result

        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            measure.measure(step, SimpleNamespace(warmup=3, seconds=seconds), "1", 5)
        return json.loads(output.getvalue()), len(steps)

    def test_warmup_is_not_counted(self):
        row, steps = self.measured(0.5)
        self.assertEqual((row["iterations"], steps), (2, 5))
        row, steps = self.measured(0.5, seconds=0.01)
        self.assertEqual(row["iterations"], steps - 3)
        self.assertGreaterEqual(row["seconds"], 0.01)

    def test_not_finite(self):
        for value in (math.nan, math.inf):
            with self.assertRaisesRegex(SystemExit, "not finite"):
                self.measured(value)


class Environment(unittest.TestCase):
    def test_made_once_and_anew_for_other_requirements(self):
        installs = []
        with tempfile.TemporaryDirectory() as folder:
            wanted = Path(folder, "requirements.txt")
            wanted.write_text("a\n")
            kept = environment.install, environment.subprocess, environment.REQUIREMENTS
            environment.install = lambda python, log: installs.append(python)
            environment.subprocess = SimpleNamespace(run=lambda *_, **__: None)
            environment.REQUIREMENTS = wanted
            try:
                target = Path(folder, "peers")
                for _ in range(2):
                    environment.python_of(target, io.StringIO())
                self.assertEqual(installs, [target / "bin" / "python"])
                wanted.write_text("a\nb\n")
                environment.python_of(target, io.StringIO())
                self.assertEqual(len(installs), 2)
            finally:
                environment.install, environment.subprocess, environment.REQUIREMENTS = kept


class Documentation(unittest.TestCase):
    def test_every_column_is_described(self):
        text = (PROJECT / "docs" / "columns.md").read_text()
        with tempfile.TemporaryDirectory() as folder:
            found = results.Results(f"{folder}/a.db")
            columns = found.connection.execute(
                "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c "
                "WHERE t.type = 'table' AND t.name LIKE 'peer%'"
            ).fetchall()
            found.connection.close()
        self.assertEqual(len(columns), 33)
        for table, column in columns:
            section = re.search(rf"^### {table}:.*?(?=^#|\Z)", text, re.M | re.S)
            self.assertTrue(section, table)
            self.assertRegex(section[0], rf"(?m)^\| ([^|]*, )?{column}(,[^|]*)? \|")


if __name__ == "__main__":
    unittest.main(verbosity=2)
