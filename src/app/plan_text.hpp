#pragma once

#include "app/prepared_run.hpp"

#include <iosfwd>

namespace resnet_bench {

/// The plan of a configuration to read: a line a step with shapes, algorithm, FLOPs, bytes and
/// workspace, and totals.
void print_plan(const PreparedRun& prepared, const BenchmarkConfig& config, std::ostream& out);

}  // namespace resnet_bench
