#pragma once

#include "cli/command_line.hpp"

namespace resnet_bench {

/// Refuses everything that can be, for all configurations and for the files, before a file is
/// touched or anything runs.
void check_list(const CommandLine& line);

}  // namespace resnet_bench
