#!/usr/bin/env python3
"""Fails when a folder includes what lies above it, or a library that is another folder's business.

Usage: include_direction.py PROJECT_FOLDER
"""
import pathlib
import re
import sys

# Folder -> the folders whose headers it may include, besides its own.
VOCABULARY = ["include", "src/vocabulary"]
LAYERS = VOCABULARY + ["layers"]
MODELS = LAYERS + ["models"]
PLAN = MODELS + ["src/plan"]
BENCHMARK = PLAN + ["src/benchmark", "src/statistics"]
ALLOWED = {
    "include": [],
    "src/vocabulary": ["include"],
    "layers": VOCABULARY,
    "models": LAYERS,
    "src/plan": MODELS,
    "src/benchmark": PLAN + ["src/statistics"],
    "src/alone": BENCHMARK,
    "src/cli": BENCHMARK,
    "src/backends": VOCABULARY + ["src/backends/reference", "src/backends/cpu", "src/backends/cuda"],
    "src/backends/reference": VOCABULARY + ["src/backends"],
    "src/backends/cpu": VOCABULARY + ["src/backends"],
    "src/backends/cuda": VOCABULARY + ["src/backends"],
    "src/telemetry": VOCABULARY,
    "src/statistics": [],
    "src/store": VOCABULARY,
    "src/report": VOCABULARY + ["src/store", "src/statistics"],
    "src/dump": BENCHMARK,
    "src/verify": BENCHMARK,
}
# src/app puts everything together; src/main.cpp, which belongs to no folder here, calls it.
ALLOWED["src/app"] = [*ALLOWED]

# Library header -> the only folders that may include it.
LIBRARY_OWNERS = [
    (r"cuda|cudnn|cublas|nvml|nvtx", ["src/backends/cuda"]),
    (r"sqlite3\.h", ["src/store", "src/report"]),
    (r"cblas\.h|omp\.h|hwy/|(oneapi/)?dnnl", ["src/backends/cpu"]),
]

SOURCES = ("*.hpp", "*.h", "*.cpp", "*.cu", "*.cuh", "*.inc")
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def folder_of(path):
    """The longest folder of ALLOWED that holds path (relative, POSIX); None for src/main.cpp."""
    holders = [folder for folder in ALLOWED if path.startswith(folder + "/")]
    return max(holders, key=len, default=None)


def resolve(project, source, header):
    """The project's file that `#include "header"` in source names, relative; None for a library's."""
    for start in (source.parent, project / "include", project, project / "src"):
        candidate = (start / header).resolve()
        if candidate.is_file() and candidate.is_relative_to(project):
            return candidate.relative_to(project).as_posix()
    return None


def complaint(project, source, header):
    """What is wrong with this include; None when nothing is."""
    here = source.relative_to(project).as_posix()
    folder = folder_of(here)
    target = resolve(project, source, header)
    if target is None:
        for pattern, owners in LIBRARY_OWNERS:
            if re.match(pattern, header) and not any(here.startswith(f"{owner}/") for owner in owners):
                return f"includes {header}; only {' and '.join(owners)} may"
        return None
    target_folder = folder_of(target)
    if folder is None or target_folder in [folder, *ALLOWED[folder]]:
        return None
    return f"includes {target}; {folder} may include only {', '.join(ALLOWED[folder]) or 'itself'}"


def main():
    project = pathlib.Path(sys.argv[1]).resolve()
    tops = [project / top for top in ("include", "layers", "models", "src")]
    sources = sorted(path for top in tops for glob in SOURCES for path in top.rglob(glob))
    wrong = 0
    for source in sources:
        folder = folder_of(source.relative_to(project).as_posix())
        if folder is None and source.relative_to(project).as_posix() != "src/main.cpp":
            print(f"{source.relative_to(project)}: its folder is not in the table of {__file__}")
            wrong += 1
        for number, line in enumerate(source.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            problem = match and complaint(project, source, match[1] or match[2])
            if problem:
                print(f"{source.relative_to(project)}:{number}: {problem}")
                wrong += 1
    if not sources:
        sys.exit(f"{project}: no sources found")
    print(f"{len(sources)} files, {wrong} includes against the direction")
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main()
