#pragma once

#include "resnet_bench/tensor.hpp"

#include <string>

namespace resnet_bench::cpu {

/// The layouts of this backend, beside LayoutId::plain.
constexpr LayoutId nhwc{1};  ///< activations: channels fastest, so that a pixel is a matrix row
constexpr LayoutId hwio{2};  ///< convolution weights [h][w][in][out]: the other matrix

/// Throws std::logic_error for a layout that is not one of these.
std::string name_of(LayoutId layout);

/// Element strides of the logical axes of a tensor, in the order of its shape; 4 axes, the missing
/// ones of extent 1 first. Throws std::logic_error where the layout is unknown or is for 4 axes
/// and the shape has fewer.
struct Strides {
  std::int64_t extent[4];
  std::int64_t stride[4];
};
Strides strides_of(const Shape& shape, LayoutId layout);

}  // namespace resnet_bench::cpu
