#pragma once

#include "cli/command_line.hpp"

#include <string>
#include <vector>

namespace resnet_bench {

/// Whether --rerun is among the arguments: what is measured is then read from a database, and the
/// options that say it are not allowed beside it.
bool asks_for_rerun(const std::vector<std::string>& arguments);

CommandLine parse_rerun(const std::vector<std::string>& arguments, const CliContext& context);

}  // namespace resnet_bench
