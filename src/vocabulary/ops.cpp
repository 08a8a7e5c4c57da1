#include "resnet_bench/ops.hpp"

namespace resnet_bench {
namespace {

std::int64_t window_count(std::int64_t extent, std::int64_t kernel, std::int64_t stride,
                          std::int64_t pad) {
  return (extent + 2 * pad - kernel) / stride + 1;
}

}  // namespace

Shape ConvDesc::y() const {
  return {x.n(), out_channels, window_count(x.h(), kernel, stride, pad),
          window_count(x.w(), kernel, stride, pad)};
}

Shape ConvDesc::weight() const { return {out_channels, x.c(), kernel, kernel}; }

Shape MaxPoolDesc::y() const {
  return {x.n(), x.c(), window_count(x.h(), kernel, stride, pad),
          window_count(x.w(), kernel, stride, pad)};
}

}  // namespace resnet_bench
