#pragma once

#include "app/run_configuration.hpp"
#include "cli/command_line.hpp"

#include <iosfwd>

namespace resnet_bench {

/// `layers`: measures leaves alone and prints the results, or prints what --repro or --write-suite
/// asks for. Returns the exit status. Throws Refusal, and RunError after measuring began.
int layers_alone(const CommandLine& line, Invocation invocation, std::ostream& out);

}  // namespace resnet_bench
