#include "backends/cpu/kernels/conv_epilogue.hpp"

// The order matters to Highway.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/kernels/conv_epilogue.cpp"
#include <hwy/foreach_target.h>
#include "backends/cpu/kernels/vectors-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace resnet_bench::cpu {
namespace HWY_NAMESPACE {

template <bool kBias, bool kAdd, bool kRelu>
void epilogue_rows(const ConvEpilogue& e, std::int64_t rows, std::int64_t columns,
                   std::int64_t stride, float* y) {
  for (std::int64_t row = 0; row < rows; ++row) {
    float* y_row = y + row * stride;
    for_each_vector(columns, [&](auto d, std::int64_t i) HWY_ATTR {
      auto v = hn::LoadU(d, y_row + i);
      if constexpr (kBias) v = hn::Add(v, hn::LoadU(d, e.bias + i));
      if constexpr (kAdd) v = hn::Add(v, hn::LoadU(d, e.shortcut + row * stride + i));
      if constexpr (kRelu) v = relu_of(v);
      hn::StoreU(v, d, y_row + i);
    });
  }
}

void epilogue(const ConvEpilogue& e, std::int64_t rows, std::int64_t columns, std::int64_t stride,
              float* y) {
  const auto with_relu = [&]<bool kBias, bool kAdd>() {
    e.relu ? epilogue_rows<kBias, kAdd, true>(e, rows, columns, stride, y)
           : epilogue_rows<kBias, kAdd, false>(e, rows, columns, stride, y);
  };
  if (e.bias != nullptr) {
    e.shortcut != nullptr ? with_relu.template operator()<true, true>()
                          : with_relu.template operator()<true, false>();
  } else {
    e.shortcut != nullptr ? with_relu.template operator()<false, true>()
                          : with_relu.template operator()<false, false>();
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace resnet_bench::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resnet_bench::cpu {

HWY_EXPORT(epilogue);

void conv_epilogue(const ConvEpilogue& e, std::int64_t rows, std::int64_t columns,
                   std::int64_t stride, float* y) {
  if (e.empty()) return;
  HWY_DYNAMIC_DISPATCH(epilogue)(e, rows, columns, stride, y);
}

}  // namespace resnet_bench::cpu
#endif
