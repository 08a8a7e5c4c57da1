"""A Python with the peers, made once: build/peers."""

import fcntl
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
REQUIREMENTS = FOLDER / "requirements.txt"
# PyTorch's index has builds without CUDA, a tenth in size; PyPI's build for x86-64 has it.
CPU_INDEX = "https://download.pytorch.org/whl/cpu"


def python_of(environment, log=sys.stderr):
    """The Python in the folder `environment`, which is made where it is not there or was made for
    other requirements. CalledProcessError where pip fails."""
    python = environment / "bin" / "python"
    made_for = environment / "made_for.txt"
    wanted = REQUIREMENTS.read_text()
    environment.mkdir(parents=True, exist_ok=True)
    with open(environment / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two at once: the second waits and finds it made
        if not made_for.exists() or made_for.read_text() != wanted:
            print(f"installing the peers in {environment}, once; takes minutes", file=log)
            subprocess.run([sys.executable, "-m", "venv", environment], check=True, stdout=log)
            install(python, log)
            made_for.write_text(wanted)
    return python


def install(python, log):
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    small = subprocess.run(
        [*pip, "--retries", "0", "--index-url", CPU_INDEX, "torch"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    if small.returncode != 0:
        print("PyTorch's own index cannot be reached; PyPI's build has CUDA and is large", file=log)
    subprocess.run([*pip, "--requirement", REQUIREMENTS], check=True, stdout=log)
