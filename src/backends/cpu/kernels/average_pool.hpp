#pragma once

#include "resnet_bench/narrow_floats.hpp"

#include <cstdint>

namespace resnet_bench::cpu {

/// y[c] = mean over the pixels of one NHWC image, for channels [channel_begin, channel_end).
void average_pool(std::int64_t pixels, std::int64_t channels, std::int64_t channel_begin,
                  std::int64_t channel_end, const float* x, float* y);
void average_pool(std::int64_t pixels, std::int64_t channels, std::int64_t channel_begin,
                  std::int64_t channel_end, const BFloat16* x, BFloat16* y);

/// dx[pixel][c] = dy[c] / pixels for all channels of one image.
void average_pool_backward(std::int64_t pixels, std::int64_t channels, const float* dy, float* dx);
void average_pool_backward(std::int64_t pixels, std::int64_t channels, const BFloat16* dy,
                           BFloat16* dx);

}  // namespace resnet_bench::cpu
