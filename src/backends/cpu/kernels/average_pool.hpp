#pragma once

#include <cstdint>

namespace resnet_bench::cpu {

/// y[c] = mean over the pixels of one NHWC image, for channels [channel_begin, channel_end).
void average_pool(std::int64_t pixels, std::int64_t channels, std::int64_t channel_begin,
                  std::int64_t channel_end, const float* x, float* y);

/// dx[pixel][c] = dy[c] / pixels for all channels of one image.
void average_pool_backward(std::int64_t pixels, std::int64_t channels, const float* dy, float* dx);

}  // namespace resnet_bench::cpu
