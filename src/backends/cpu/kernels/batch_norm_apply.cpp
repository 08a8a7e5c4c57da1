#include "backends/cpu/kernels/batch_norm_apply.hpp"

// The order matters to Highway.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/kernels/batch_norm_apply.cpp"
#include <hwy/foreach_target.h>
#include "backends/cpu/kernels/vectors-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace resnet_bench::cpu {
namespace HWY_NAMESPACE {

template <bool kAdd, bool kRelu, bool kStream>
void apply_rows(const BatchNormApply& a, std::int64_t row_begin, std::int64_t row_end) {
  for (std::int64_t row = row_begin; row < row_end; ++row) {
    const std::int64_t offset = row * a.channels;
    for_each_vector(a.channels, [&](auto d, std::int64_t c) HWY_ATTR {
      auto v = hn::MulAdd(hn::LoadU(d, a.x + offset + c), hn::LoadU(d, a.scale + c),
                          hn::LoadU(d, a.shift + c));
      if constexpr (kAdd) v = hn::Add(v, hn::LoadU(d, a.shortcut + offset + c));
      if constexpr (kRelu) v = relu_of(v);
      store<kStream>(v, d, a.y + offset + c);
    });
  }
  if constexpr (kStream) hwy::FlushStream();
}

void apply(const BatchNormApply& a, std::int64_t row_begin, std::int64_t row_end) {
  const auto with_stream = [&]<bool kAdd, bool kRelu>() {
    a.stream&& rows_are_aligned(a.y, a.channels)
        ? apply_rows<kAdd, kRelu, true>(a, row_begin, row_end)
        : apply_rows<kAdd, kRelu, false>(a, row_begin, row_end);
  };
  if (a.shortcut != nullptr) {
    a.relu ? with_stream.template operator()<true, true>()
           : with_stream.template operator()<true, false>();
  } else {
    a.relu ? with_stream.template operator()<false, true>()
           : with_stream.template operator()<false, false>();
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace resnet_bench::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resnet_bench::cpu {

HWY_EXPORT(apply);

void batch_norm_apply(const BatchNormApply& a, std::int64_t row_begin, std::int64_t row_end) {
  HWY_DYNAMIC_DISPATCH(apply)(a, row_begin, row_end);
}

}  // namespace resnet_bench::cpu
#endif
