"""What is compared: the cases, and for each the peers with their settings."""

import re
from dataclasses import dataclass, field

CASES = (
    "train-fp32-b32", "infer-fp32-b1", "infer-fp32-b8", "infer-fp32-b32",
    "train-bf16-b32", "infer-bf16-b8", "infer-bf16-b32",
)  # fmt: skip
QUICK_CASES = ("train-fp32-b4", "infer-fp32-b4")

# Memory once got is kept, in huge pages: else each step takes its page faults anew. In one arena,
# so that backward, which PyTorch runs in a thread of its own, reuses what forward has freed.
TUNED = {
    "GLIBC_TUNABLES": "glibc.malloc.mmap_max=0:glibc.malloc.trim_threshold=100000000000"
    ":glibc.malloc.arena_max=1:glibc.malloc.hugetlb=1"
}


@dataclass(frozen=True)
class Case:
    name: str
    mode: str
    precision: str
    batch: int

    def warmup(self, quick):
        """Iterations, the same for every program: 64 images, at least 2 iterations."""
        return 1 if quick else max(2, 64 // self.batch)


@dataclass(frozen=True)
class Entry:
    """A program with one set of settings."""

    program: str
    script: str = ""  # in this folder; empty: resnet_bench
    options: dict = field(default_factory=dict)  # the script's own
    environment: dict = field(default_factory=dict)

    @property
    def is_ours(self):
        return not self.script

    @property
    def reads_onnx(self):
        return self.script in ("onnxruntime_peer.py", "openvino_peer.py")

    @property
    def settings(self):
        words = list(self.options.values()) or ["defaults"]
        return " ".join(words + ["tuned"] * bool(self.environment))


def case_of(name):
    """Of `infer-fp32-b8`; ValueError for other names."""
    match = re.fullmatch(r"(train|infer)-(fp32|bf16)-b([1-9]\d{0,5})", name)
    if not match:
        raise ValueError(
            f"case '{name}' is unknown; allowed: train|infer, fp32|bf16, b and the batch, as in "
            + ", ".join(CASES)
        )
    return Case(name, match[1], match[2], int(match[3]))


def peers_of(case):
    """Each at its defaults, then at the best settings known."""
    # A frozen network has its types settled, and autocast has no hold on it.
    frozen = case.mode == "infer" and case.precision == "fp32"
    torch = [
        pytorch("eager", "nchw"),
        pytorch("frozen" if frozen else "eager", "channels-last", TUNED),
        pytorch("compile", "channels-last", TUNED),
    ]
    if case.mode == "train":
        return torch
    openvino = [
        Entry("OpenVINO", "openvino_peer.py"),
        Entry("OpenVINO", "openvino_peer.py", {"hint": "latency"}, TUNED),
    ]
    if case.precision == "bf16":  # ONNX Runtime has no convolution in it on a CPU
        return torch + openvino
    onnxruntime = [
        Entry("ONNX Runtime", "onnxruntime_peer.py"),
        Entry("ONNX Runtime", "onnxruntime_peer.py", {"output": "bound"}, TUNED),
    ]
    return torch + onnxruntime + openvino


def pytorch(graph, layout, environment=None):
    options = {"graph": graph, "layout": layout}
    return Entry("PyTorch", "torch_peer.py", options, environment or {})


def entries_of(case, only=(), ours_settings=""):
    """Ours, and the peers whose program and settings hold one of the texts `only`, if any."""
    peers = peers_of(case)
    if only:
        peers = [p for p in peers if any(text in f"{p.program} {p.settings}" for text in only)]
    options = {"options": ours_settings} if ours_settings else {}
    return [Entry("resnet_bench", options=options)] + peers


def rotated(entries, number):
    """The order of a round: everyone's place moves, and every second round runs backwards, so that
    nobody always follows the same neighbour."""
    first = number % len(entries)
    order = entries[first:] + entries[:first]
    return order[::-1] if number % 2 else order
