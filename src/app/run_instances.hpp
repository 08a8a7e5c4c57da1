#pragma once

#include "app/run_configuration.hpp"
#include "cli/command_line.hpp"

namespace resnet_bench {

/// `--instances N`: the configuration N times side by side, each in a process of its own that may
/// use its share of the physical cores alone, those of a package together. Prints the results at
/// the end; of formats for people, those of the last one, which say what all did together. Returns
/// the exit status: the first instance's that did not end well. Throws Refusal where there are not
/// so many cores.
int run_instances(const CommandLine& line, const Invocation& invocation);

}  // namespace resnet_bench
