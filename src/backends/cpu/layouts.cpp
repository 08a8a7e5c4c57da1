#include "backends/cpu/layouts.hpp"

#include <array>
#include <stdexcept>

namespace resnet_bench::cpu {
namespace {

/// Logical axes from the slowest to the fastest.
std::array<int, 4> axis_order(LayoutId layout) {
  if (layout == LayoutId::plain) return {0, 1, 2, 3};
  if (layout == nhwc) return {0, 2, 3, 1};
  if (layout == hwio) return {2, 3, 1, 0};
  if (layout == nchw16c || layout == nchw8c) return {0, 1, 2, 3};
  throw std::logic_error("cpu backend: layout id " + std::to_string(static_cast<int>(layout)) +
                         " is not one of its own");
}

}  // namespace

std::string name_of(LayoutId layout) {
  if (layout == LayoutId::plain) return "plain";
  if (layout == nhwc) return "nhwc";
  if (layout == hwio) return "hwio";
  if (layout == nchw16c) return "nchw16c";
  if (layout == nchw8c) return "nchw8c";
  throw std::logic_error("cpu backend: layout id " + std::to_string(static_cast<int>(layout)) +
                         " is not one of its own");
}

Strides strides_of(const Shape& shape, LayoutId layout) {
  const std::array<int, 4> order = axis_order(layout);
  if (layout != LayoutId::plain && shape.rank() != 4) {
    throw std::logic_error("cpu backend: layout " + name_of(layout) + " is for 4 axes, not " +
                           to_string(shape));
  }
  Strides strides{{1, 1, 1, 1}, {0, 0, 0, 0}, block_of(layout)};
  for (int axis = 0; axis < shape.rank(); ++axis) {
    strides.extent[4 - shape.rank() + axis] = shape[axis];
  }
  if (strides.extent[1] % strides.block != 0) {
    throw std::logic_error("cpu backend: " + std::to_string(strides.extent[1]) +
                           " channels do not fill the blocks of " + name_of(layout));
  }
  std::int64_t stride = strides.block;
  for (int place = 3; place >= 0; --place) {
    const int axis = order[static_cast<std::size_t>(place)];
    strides.stride[axis] = stride;
    stride *= axis == 1 ? strides.extent[1] / strides.block : strides.extent[axis];
  }
  return strides;
}

}  // namespace resnet_bench::cpu
