#pragma once

#include "benchmark/config.hpp"

#include <cstdint>

namespace resnet_bench {

struct PreparedRun;

/// The largest batch of a configuration that fits the device's memory now, to one part in fifty; 0:
/// not even the smallest does, 2 in training and 1 in inference. By plans alone, some ten of them;
/// nothing is measured or allocated.
std::int64_t largest_batch(const BenchmarkConfig& config);

/// Puts a number in the place of largest_that_fits. Throws Refusal where not one image fits.
void find_batch(BenchmarkConfig& config);

/// Throws Refusal where a configuration does not fit, with the sizes and the largest batch that
/// would.
void check_fits(const BenchmarkConfig& config, const PreparedRun& prepared);

}  // namespace resnet_bench
