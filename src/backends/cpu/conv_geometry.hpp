#pragma once

#include <cstdint>

#include "backends/cpu/kernels/im2col.hpp"

namespace resnet_bench::cpu {

/// A convolution over NHWC activations with hwio weights, as a product of matrices:
/// y (rows x out_channels) = im2col(x) (rows x depth) * weight (depth x out_channels).
struct ConvGeometry {
  std::int64_t batch;
  std::int64_t height, width, in_channels;
  std::int64_t kernel, stride, pad;
  std::int64_t out_h, out_w, out_channels;

  std::int64_t rows() const { return batch * out_h * out_w; }
  std::int64_t depth() const { return kernel * kernel * in_channels; }

  /// Whether x is its own im2col matrix.
  bool pointwise() const { return kernel == 1 && stride == 1 && pad == 0; }

  Im2ColGeometry im2col() const {
    return {height, width, in_channels, kernel, kernel, stride, pad, pad, out_h, out_w};
  }
};

}  // namespace resnet_bench::cpu
