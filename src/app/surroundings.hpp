#pragma once

#include "resnet_bench/machine.hpp"

#include <string>
#include <vector>

namespace resnet_bench {

/// Compiler, flags, build type and sanitizers of this program.
Facts build_facts();

/// Why figures measured by this process are in doubt whatever it measures: a build without
/// optimisation or with sanitizers, two OpenMP runtimes. To be asked when all libraries are loaded.
std::vector<std::string> doubts();

}  // namespace resnet_bench
