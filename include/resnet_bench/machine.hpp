#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

/// What of a machine and of a process's surroundings may change a figure, for the `run` row.
/// docs/columns.md lists the names. What a system does not tell is left out. `root` is where /proc
/// and /sys are looked for; tests give a made tree.
namespace resnet_bench {

using Facts = std::map<std::string, std::string>;

/// Processors (flags, microcode, caches, SMT, governor, turbo), NUMA, huge pages' setting, memory,
/// kernel, and what of it this process may use: processors, control groups and their limits.
Facts machine_facts(const std::vector<int>& processors, const std::filesystem::path& root = "/");

/// Of `environment` ("NAME=value" strings, ending with null), the variables that OpenMP runtimes,
/// BLAS libraries, oneDNN, the C library and the loader read.
Facts environment_facts(const char* const* environment);

/// The file names of the OpenMP runtimes loaded into this process; more than one have threads that
/// wait in loops for work while the other's compute.
std::vector<std::string> openmp_runtimes(const std::filesystem::path& root = "/");

}  // namespace resnet_bench
