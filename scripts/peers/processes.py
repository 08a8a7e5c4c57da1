"""Runs one program once, as a process of its own."""

import json
import os
import shlex
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
PROJECT = FOLDER.parent.parent

# What a shell may have set would make "defaults" untrue.
NOT_INHERITED = (
    "OMP_", "GOMP_", "KMP_", "MKL_", "DNNL_", "ONEDNN_", "MALLOC_", "GLIBC_TUNABLES", "LD_PRELOAD",
    "TORCH", "PYTORCH_", "THP_MEM_ALLOC", "ATEN_", "PYTHONPATH", "PYTHONHOME",
)  # fmt: skip


@dataclass
class Result:
    iterations: int = 0
    images_per_second: float = 0
    version: str = ""
    peak_bytes: int = 0
    loaded_bytes: int = None  # resident when the libraries were loaded; None: not told
    run_uid: str = None
    problem: str = ""  # why there is no figure
    refused: bool = False


class Programs:
    """How each program is called."""

    def __init__(self, options, python, folder):
        self.options = options
        self.python = python
        self.folder = Path(folder)  # for files that go when the comparison ends

    def run(self, entry, case):
        return self.run_ours(entry, case) if entry.is_ours else self.run_peer(entry, case)

    def common(self, case):
        return [
            "--model", self.options.model, "--mode", case.mode, "--precision", case.precision,
            "--batch", case.batch, "--image-size", self.options.image_size,
            "--threads", self.options.threads, "--warmup", case.warmup(self.options.quick),
        ]  # fmt: skip

    def run_ours(self, entry, case):
        # Plain and layered iterations take turns: half of the time is plain.
        status, output, errors, peak = run([
            self.options.program, "run", "--device", "cpu", "--variant", "v1.5",
            *self.common(case), "--max-seconds", 2 * self.options.seconds, "--raw", "none",
            "--quiet", "--no-roof", "--no-verify", "--format", "json", "--db", self.options.db,
            "--summary", self.folder / "summary.tsv",
            *shlex.split(entry.options.get("options", "")),
        ], {})  # fmt: skip
        if status != 0:
            return problem(status, errors, refused=status == 2)
        row = json.loads(output)[0]
        return Result(
            row["plain_iterations"], row["images_per_second"], f"{row['version']} {row['commit']}",
            peak, run_uid=row["uid"],
        )  # fmt: skip

    def run_peer(self, entry, case):
        command = [self.python, FOLDER / entry.script, *self.common(case)]
        command += ["--seconds", self.options.seconds]
        for name, value in entry.options.items():
            command += ["--" + name, value]
        if entry.reads_onnx:
            file = self.folder / f"b{case.batch}.onnx"
            status, errors = self.export(case, file)
            if status != 0:
                return problem(status, errors)
            command += ["--onnx", file]
        status, output, errors, peak = run(command, self.environment() | entry.environment)
        if status != 0:
            return problem(status, errors)
        row = json.loads(output.splitlines()[-1])
        speed = case.batch * row["iterations"] / row["seconds"]
        return Result(row["iterations"], speed, row["version"], peak, row["loaded_bytes"])

    def environment(self):
        return {
            "OMP_NUM_THREADS": str(self.options.threads),
            # The networks are those that the tests compare with.
            "PYTHONPATH": str(PROJECT / "tests" / "parity"),
            # Compiled once, not in every round.
            "TORCHINDUCTOR_CACHE_DIR": str(self.options.environment / "inductor"),
        }

    def export(self, case, file):
        """Makes the network's file where it is not there; (exit status, stderr)."""
        if file.exists():
            return 0, ""
        command = [self.python, FOLDER / "export_onnx.py", *self.common(case), "--onnx", file]
        status, _, errors, _ = run(command, self.environment())
        return status, errors


def problem(status, errors, refused=False):
    """From the last line on stderr, which names the error in ours and in Python's tracebacks."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    text = lines[-1].removeprefix("resnet_bench: ") if lines else f"exit status {status}"
    return Result(problem=text, refused=refused)


def run(command, environment):
    """(exit status, stdout, stderr, peak resident bytes: VmHWM)"""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(NOT_INHERITED)}
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=output,
            stderr=errors, env=kept | environment,
        )  # fmt: skip
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            process.kill()
            raise
        output.seek(0)
        errors.seek(0)
        status = os.waitstatus_to_exitcode(status)
        return status, output.read(), errors.read(), usage.ru_maxrss * 1024
