#pragma once

#include "resnet_bench/narrow_floats.hpp"

#include <cstdint>

namespace resnet_bench::cpu {

/// y = max(0, x); NaN stays. y may be x.
void relu(std::int64_t count, const float* x, float* y);
void relu(std::int64_t count, const BFloat16* x, BFloat16* y);

/// dx = dy where y > 0, else 0. dx may be dy.
void relu_backward(std::int64_t count, const float* y, const float* dy, float* dx);
void relu_backward(std::int64_t count, const BFloat16* y, const BFloat16* dy, BFloat16* dx);

/// sum = a + b. sum may be a or b.
void add(std::int64_t count, const float* a, const float* b, float* sum);
void add(std::int64_t count, const BFloat16* a, const BFloat16* b, BFloat16* sum);

}  // namespace resnet_bench::cpu
