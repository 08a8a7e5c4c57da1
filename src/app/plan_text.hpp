#pragma once

#include "app/prepared_run.hpp"

#include <iosfwd>

namespace resnet_bench {

/// A plan to read: a line a step with shapes, algorithm, FLOPs, bytes and workspace, and totals.
void print_plan(const PreparedRun& prepared, std::ostream& out);

}  // namespace resnet_bench
