#pragma once

#include "resnet_bench/narrow_floats.hpp"

#include <cstdint>

namespace resnet_bench::cpu {

/// Square windows over NHWC images. kernel * kernel <= 256, so that a place in a window fits a
/// byte; pad < kernel, so that every window holds a pixel.
struct MaxPoolGeometry {
  std::int64_t height, width, channels;
  std::int64_t kernel, stride, pad;
  std::int64_t out_h, out_w;
};

/// y and, where argmax is not null, r * kernel + s of each maximum, for the output rows
/// [row_begin, row_end) counted through all images. The first of equals wins; NaN wins, as in
/// torch.
void max_pool(const MaxPoolGeometry& geometry, std::int64_t row_begin, std::int64_t row_end,
              const float* x, float* y, std::uint8_t* argmax);
void max_pool(const MaxPoolGeometry& geometry, std::int64_t row_begin, std::int64_t row_end,
              const BFloat16* x, BFloat16* y, std::uint8_t* argmax);

/// dx for the input rows [row_begin, row_end) counted through all images: each input pixel gathers
/// from the windows it was the maximum of, in row-major order.
void max_pool_backward(const MaxPoolGeometry& geometry, std::int64_t row_begin,
                       std::int64_t row_end, const std::uint8_t* argmax, const float* dy,
                       float* dx);
void max_pool_backward(const MaxPoolGeometry& geometry, std::int64_t row_begin,
                       std::int64_t row_end, const std::uint8_t* argmax, const BFloat16* dy,
                       BFloat16* dx);

}  // namespace resnet_bench::cpu
