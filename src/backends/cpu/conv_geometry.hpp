#pragma once

#include "resnet_bench/ops.hpp"

#include "backends/cpu/kernels/im2col.hpp"

#include <cstdint>

namespace resnet_bench::cpu {

/// A convolution over NHWC activations with hwio weights, as a product of matrices:
/// y (rows x out_channels) = im2col(x) (rows x depth) * weight (depth x out_channels).
struct ConvGeometry {
  std::int64_t batch;
  std::int64_t height, width, in_channels;
  std::int64_t kernel, stride, pad;
  std::int64_t out_h, out_w, out_channels;

  static ConvGeometry of(const ConvDesc& desc) {
    const Shape y = desc.y();
    return {desc.x.n(),  desc.x.h(), desc.x.w(), desc.x.c(), desc.kernel,
            desc.stride, desc.pad,   y.h(),      y.w(),      y.c()};
  }

  std::int64_t rows() const { return batch * out_h * out_w; }
  std::int64_t depth() const { return kernel * kernel * in_channels; }
  std::int64_t weights() const { return depth() * out_channels; }

  Im2ColGeometry im2col() const {
    return {height, width, in_channels, kernel, kernel, stride, pad, pad, out_h, out_w};
  }
};

}  // namespace resnet_bench::cpu
