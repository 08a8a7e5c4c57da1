#pragma once

#include "cli/command_line.hpp"

#include <string>
#include <vector>

namespace resnet_bench {

/// `resnet_bench list ...`: the words after "list". Throws Refusal.
CommandLine parse_list(const std::vector<std::string>& arguments, const CliContext& context);

}  // namespace resnet_bench
