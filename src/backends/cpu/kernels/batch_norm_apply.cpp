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

/// What becomes of the sum: it is written as it is, or relu of it, or that and its sign's bit.
enum class End { sum, relu, relu_and_mask };

template <bool kAdd, End kEnd, bool kStream, class T, class D, class V>
HWY_INLINE void apply_vector(const BatchNormApply<T>& a, D d, V scale, V shift, std::int64_t i) {
  auto v = hn::MulAdd(load(d, a.x + i), scale, shift);
  if constexpr (kAdd) v = hn::Add(v, load(d, a.shortcut + i));
  if constexpr (kEnd == End::relu_and_mask) {
    hn::StoreMaskBits(d, hn::Gt(v, hn::Zero(d)), a.mask + i / 8);
  }
  if constexpr (kEnd != End::sum) v = relu_of(v);
  store<kStream>(v, d, a.y + i);
}

template <bool kAdd, End kEnd, bool kStream, class T>
void apply_rows(const BatchNormApply<T>& a, std::int64_t row_begin, std::int64_t row_end,
                std::int64_t channel) {
  const float* scales = a.scale + channel;
  const float* shifts = a.shift + channel;
  if (fits_cache_line<T>(a.channels)) {
    for_each_vector(a.channels, [&](auto d, std::int64_t c) HWY_ATTR {
      const auto scale = hn::LoadU(d, scales + c);
      const auto shift = hn::LoadU(d, shifts + c);
      for (std::int64_t row = row_begin; row < row_end; ++row) {
        apply_vector<kAdd, kEnd, kStream>(a, d, scale, shift, row * a.channels + c);
      }
    });
  } else {
    for (std::int64_t row = row_begin; row < row_end; ++row) {
      for_each_vector(a.channels, [&](auto d, std::int64_t c) HWY_ATTR {
        apply_vector<kAdd, kEnd, kStream>(a, d, hn::LoadU(d, scales + c), hn::LoadU(d, shifts + c),
                                          row * a.channels + c);
      });
    }
  }
  if constexpr (kStream) hwy::FlushStream();
}

template <class T>
void apply(const BatchNormApply<T>& a, std::int64_t row_begin, std::int64_t row_end,
           std::int64_t channel) {
  const auto with_stream = [&]<bool kAdd, End kEnd>() {
    a.stream&& rows_are_aligned(a.y, a.channels)
        ? apply_rows<kAdd, kEnd, true>(a, row_begin, row_end, channel)
        : apply_rows<kAdd, kEnd, false>(a, row_begin, row_end, channel);
  };
  const auto with_end = [&]<bool kAdd>() {
    if (!a.relu) return with_stream.template operator()<kAdd, End::sum>();
    a.mask == nullptr ? with_stream.template operator()<kAdd, End::relu>()
                      : with_stream.template operator()<kAdd, End::relu_and_mask>();
  };
  a.shortcut != nullptr ? with_end.template operator()<true>()
                        : with_end.template operator()<false>();
}

void apply_f32(const BatchNormApply<float>& a, std::int64_t row_begin, std::int64_t row_end,
               std::int64_t channel) {
  apply(a, row_begin, row_end, channel);
}

void apply_bf16(const BatchNormApply<BFloat16>& a, std::int64_t row_begin, std::int64_t row_end,
                std::int64_t channel) {
  apply(a, row_begin, row_end, channel);
}

bool whole_bytes(std::int64_t channels) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<float>()));
  return lanes % 8 == 0 && channels % lanes == 0;
}

}  // namespace HWY_NAMESPACE
}  // namespace resnet_bench::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resnet_bench::cpu {

HWY_EXPORT(apply_f32);
HWY_EXPORT(apply_bf16);
HWY_EXPORT(whole_bytes);

void batch_norm_apply(const BatchNormApply<float>& a, std::int64_t row_begin, std::int64_t row_end,
                      std::int64_t channel) {
  HWY_DYNAMIC_DISPATCH(apply_f32)(a, row_begin, row_end, channel);
}

void batch_norm_apply(const BatchNormApply<BFloat16>& a, std::int64_t row_begin,
                      std::int64_t row_end, std::int64_t channel) {
  HWY_DYNAMIC_DISPATCH(apply_bf16)(a, row_begin, row_end, channel);
}

bool keeps_mask(std::int64_t channels) { return HWY_DYNAMIC_DISPATCH(whole_bytes)(channels); }

}  // namespace resnet_bench::cpu
#endif
