#include "backends/cuda/layouts.hpp"

#include "resnet_bench/checked.hpp"

#include <algorithm>
#include <stdexcept>

namespace resnet_bench::cuda {

std::string name_of(LayoutId layout) {
  if (layout == LayoutId::plain) return "plain";
  if (layout == nhwc) return "nhwc";
  if (layout == nhwc_c4) return "nhwc, channels padded to 4";
  if (layout == nhwc_c8) return "nhwc, channels padded to 8";
  throw std::logic_error("cuda backend: layout id " + std::to_string(static_cast<int>(layout)) +
                         " is not one of its own");
}

Strides strides_of(const Shape& shape, LayoutId layout) {
  const bool last = layout != LayoutId::plain;
  if (last && shape.rank() != 4) {
    throw std::logic_error("cuda backend: layout " + name_of(layout) + " is for 4 axes, not " +
                           to_string(shape));
  }
  Strides strides{{1, 1, 1, 1}, {0, 0, 0, 0}, 1, {0, 1, 2, 3}};
  if (last) std::copy_n(std::initializer_list<int>{0, 2, 3, 1}.begin(), 4, strides.order);
  for (int axis = 0; axis < shape.rank(); ++axis) {
    strides.extent[4 - shape.rank() + axis] = shape[axis];
  }
  const std::int64_t padding = layout == nhwc_c4 ? 4 : layout == nhwc_c8 ? 8 : 1;
  strides.channels = align_up(strides.extent[1], padding);
  std::int64_t stride = 1;
  for (int place = 3; place >= 0; --place) {
    const int axis = strides.order[place];
    strides.stride[axis] = stride;
    stride = checked_multiply(stride, axis == 1 ? strides.channels : strides.extent[axis]);
  }
  return strides;
}

}  // namespace resnet_bench::cuda
