#pragma once

#include "cli/command_line.hpp"

#include <string>
#include <vector>

namespace resnet_bench {

/// `resnet_bench [run] ...`: the words after "run". Throws Refusal.
CommandLine parse_run(const std::vector<std::string>& arguments, const CliContext& context);

}  // namespace resnet_bench
