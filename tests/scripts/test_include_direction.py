"""tests/include_direction.py on a small tree with planted faults: each is named, with its line."""
import pathlib
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).resolve().parent.parent / "include_direction.py"

GOOD = {
    "include/resnet_bench/shape.hpp": "#include <vector>\n",
    "layers/conv.hpp": '#include "resnet_bench/shape.hpp"\n',
    "models/resnet.hpp": '#include "layers/conv.hpp"\n',
    "src/store/database.cpp": "#include <sqlite3.h>\n",
    "src/backends/cpu/gemm.cpp": "#include <cblas.h>\n",
    "src/main.cpp": '#include "models/resnet.hpp"\n',
}
# File, its text, what is said about it.
FAULTS = [
    ("include/resnet_bench/bad.hpp", '#include "layers/conv.hpp"\n',
     "include/resnet_bench/bad.hpp:1: includes layers/conv.hpp"),
    ("layers/bad.cpp", '// upwards\n#include "../models/resnet.hpp"\n',
     "layers/bad.cpp:2: includes models/resnet.hpp"),
    ("src/plan/bad.cpp", "#include <cblas.h>\n", "src/plan/bad.cpp:1: includes cblas.h"),
    ("src/cli/bad.cpp", "#  include <sqlite3.h>\n", "src/cli/bad.cpp:1: includes sqlite3.h"),
    ("src/backends/cpu/bad.cpp", "#include <cuda_runtime.h>\n",
     "src/backends/cpu/bad.cpp:1: includes cuda_runtime.h"),
    ("src/report/bad.cpp", '#include "layers/conv.hpp"\n',
     "src/report/bad.cpp:1: includes layers/conv.hpp"),
    ("src/novel/bad.cpp", "", "src/novel/bad.cpp: its folder is not in the table"),
]


def check(files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True)


good = check(GOOD)
assert good.returncode == 0, good.stdout

for name, text, message in FAULTS:
    bad = check({**GOOD, name: text})
    assert bad.returncode == 1, f"{name} was let through"
    assert message in bad.stdout, f"{message!r} is not in {bad.stdout!r}"

assert check({}).returncode == 1, "an empty tree was let through"
print(f"{len(FAULTS)} planted faults found")
