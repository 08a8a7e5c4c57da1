"""Runs resnet_bench and hands out what it dumped."""

import os
import shlex
import subprocess
import sys
import tempfile

import safetensors_io

PROGRAM = os.environ.get("RESNET_BENCH") or sys.exit("set RESNET_BENCH to the program to be tested")


def command_of(options, dump):
    """--name value for name=value; a flag for name=True."""
    folder = os.path.dirname(dump)
    command = [PROGRAM, "run", "--dump-tensors", dump]
    command += ["--db", os.path.join(folder, "run.db")]
    command += ["--summary", os.path.join(folder, "summary.tsv")]
    command += ["--iterations", "1", "--warmup", "0", "--no-roof", "--no-verify"]
    # What a library picks itself is the same each time; auto measures, and may pick another.
    for name, value in {"conv": "library", **options}.items():
        command.append("--" + name.replace("_", "-"))
        if value is not True:
            command.append(str(value))
    return command


def algorithms():
    """The names that --conv takes on the cpu here in fp32; what ends in -f32 widens bf16."""
    done = subprocess.run([PROGRAM, "list", "algorithms"], capture_output=True, text=True, check=True)
    rows = [line.split(maxsplit=2) for line in done.stdout.splitlines()]
    return [
        name
        for name, state, _ in rows
        if state == "available" and name != "naive" and not name.endswith("-f32")
    ]


def dump(**options):
    """(metadata, tensors) of one run."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "dump.safetensors")
        command = command_of(options, path)
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"exit {done.returncode}: {shlex.join(command)}\n{done.stderr}")
        # The mapping outlives the file's name; the disk is free again when the arrays are gone.
        return safetensors_io.read(path)
