#pragma once

#include "app/run_configuration.hpp"
#include "cli/command_line.hpp"

namespace resnet_bench {

/// All configurations of a command line one after the other (or, with --dry-run, only their plans),
/// and the results of those that ended. Returns the exit status. Throws Refusal where nothing ran,
/// else an error; what was finished has been printed by then.
int run_list(const CommandLine& line, Invocation invocation);

}  // namespace resnet_bench
