#pragma once

#include "cli/command_line.hpp"

#include <iosfwd>

namespace resnet_bench {

/// `compare`. Returns the exit status: done, regression or undecided. Throws Refusal.
int compare_runs(const CompareOptions& options, std::ostream& out);

}  // namespace resnet_bench
