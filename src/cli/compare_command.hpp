#pragma once

#include "cli/command_line.hpp"

namespace resnet_bench {

/// The words behind `compare`.
CommandLine parse_compare(const std::vector<std::string>& arguments, const CliContext& context);

}  // namespace resnet_bench
