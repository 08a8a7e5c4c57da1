#pragma once

#include "resnet_bench/tensor.hpp"

#include <cstdint>
#include <cuda_runtime_api.h>
#include <string>

namespace resnet_bench::cuda {

/// The layouts of this backend beside LayoutId::plain (NCHW and OIHW): channels fastest (NHWC and
/// OHWI), as tensor cores want them; and the same with the channels of an image, or of the stem's
/// weights, filled up with zeros to 4 or 8.
constexpr LayoutId nhwc{1};
constexpr LayoutId nhwc_c4{2};
constexpr LayoutId nhwc_c8{3};

/// Throws std::logic_error for a layout that is not one of these.
std::string name_of(LayoutId layout);

/// Of 4 axes, the missing ones of extent 1 first.
struct Strides {
  std::int64_t extent[4];  ///< logical
  std::int64_t stride[4];  ///< in elements
  std::int64_t channels;   ///< extent[1] with its padding
  int order[4];            ///< axes from the slowest to the fastest

  __host__ __device__ std::int64_t elements() const {
    return extent[0] * channels * extent[2] * extent[3];
  }
};

/// Throws std::logic_error where the layout is unknown, or is for 4 axes and the shape has fewer,
/// Refusal where the size overflows.
Strides strides_of(const Shape& shape, LayoutId layout);

}  // namespace resnet_bench::cuda
