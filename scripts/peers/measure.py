"""What every peer does around its network: options, warm-up, the timed loop, a line of JSON."""

import argparse
import json
import math
import sys
import time
from pathlib import Path


def parse(**choices):
    """The options that all peers share, and the peer's own as name=(default, other...)."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--model")
    parser.add_argument("--mode", choices=("train", "infer"))
    parser.add_argument("--precision", choices=("fp32", "bf16"))
    for name in ("batch", "image-size", "threads", "warmup"):
        parser.add_argument("--" + name, type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--onnx", type=Path, help="the network's file, for peers that read one")
    for name, values in choices.items():
        parser.add_argument("--" + name, choices=values, default=values[0])
    return parser.parse_args()


def resident_bytes():
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024


def measure(step, options, version, loaded_bytes):
    """step() runs an iteration and returns its loss or logits, an array; `loaded_bytes` is what was
    resident before the network was made."""
    for _ in range(options.warmup):
        step()
    iterations, seconds = 0, 0.0
    begin = time.perf_counter()
    while iterations < 2 or seconds < options.seconds:
        result = step()
        iterations += 1
        seconds = time.perf_counter() - begin
    if not all(map(math.isfinite, result.flatten().tolist())):
        sys.exit("the result is not finite")
    print(json.dumps({
        "iterations": iterations, "seconds": seconds, "version": version,
        "loaded_bytes": loaded_bytes,
    }))  # fmt: skip
