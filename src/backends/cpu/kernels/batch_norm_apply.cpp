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

template <bool kAdd, bool kRelu, bool kStream, class D, class V>
HWY_INLINE void apply_vector(const BatchNormApply& a, D d, V scale, V shift, std::int64_t i) {
  auto v = hn::MulAdd(hn::LoadU(d, a.x + i), scale, shift);
  if constexpr (kAdd) v = hn::Add(v, hn::LoadU(d, a.shortcut + i));
  if constexpr (kRelu) v = relu_of(v);
  store<kStream>(v, d, a.y + i);
}

template <bool kAdd, bool kRelu, bool kStream>
void apply_rows(const BatchNormApply& a, std::int64_t row_begin, std::int64_t row_end,
                std::int64_t channel) {
  const float* scales = a.scale + channel;
  const float* shifts = a.shift + channel;
  if (fits_cache_line(a.channels)) {
    for_each_vector(a.channels, [&](auto d, std::int64_t c) HWY_ATTR {
      const auto scale = hn::LoadU(d, scales + c);
      const auto shift = hn::LoadU(d, shifts + c);
      for (std::int64_t row = row_begin; row < row_end; ++row) {
        apply_vector<kAdd, kRelu, kStream>(a, d, scale, shift, row * a.channels + c);
      }
    });
  } else {
    for (std::int64_t row = row_begin; row < row_end; ++row) {
      for_each_vector(a.channels, [&](auto d, std::int64_t c) HWY_ATTR {
        apply_vector<kAdd, kRelu, kStream>(a, d, hn::LoadU(d, scales + c), hn::LoadU(d, shifts + c),
                                           row * a.channels + c);
      });
    }
  }
  if constexpr (kStream) hwy::FlushStream();
}

void apply(const BatchNormApply& a, std::int64_t row_begin, std::int64_t row_end,
           std::int64_t channel) {
  const auto with_stream = [&]<bool kAdd, bool kRelu>() {
    a.stream&& rows_are_aligned(a.y, a.channels)
        ? apply_rows<kAdd, kRelu, true>(a, row_begin, row_end, channel)
        : apply_rows<kAdd, kRelu, false>(a, row_begin, row_end, channel);
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

void batch_norm_apply(const BatchNormApply& a, std::int64_t row_begin, std::int64_t row_end,
                      std::int64_t channel) {
  HWY_DYNAMIC_DISPATCH(apply)(a, row_begin, row_end, channel);
}

}  // namespace resnet_bench::cpu
#endif
