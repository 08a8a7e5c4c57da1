#pragma once

#include "cli/command_line.hpp"

#include <string>
#include <vector>

namespace resnet_bench {

/// `resnet_bench layers ...`: the words after "layers". Throws Refusal.
CommandLine parse_layers(const std::vector<std::string>& arguments, const CliContext& context);

}  // namespace resnet_bench
