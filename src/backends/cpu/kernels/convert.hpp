#pragma once

#include "resnet_bench/narrow_floats.hpp"

#include <cstdint>

namespace resnet_bench::cpu {

/// to = from, rounded to nearest where it gets narrower.
void convert(std::int64_t count, const BFloat16* from, float* to);
void convert(std::int64_t count, const float* from, BFloat16* to);

}  // namespace resnet_bench::cpu
