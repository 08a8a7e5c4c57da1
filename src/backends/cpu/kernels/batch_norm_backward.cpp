#include "backends/cpu/kernels/batch_norm_backward.hpp"

#include <algorithm>

// The order matters to Highway.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/kernels/batch_norm_backward.cpp"
#include <hwy/foreach_target.h>
#include "backends/cpu/kernels/vectors-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace resnet_bench::cpu {
namespace HWY_NAMESPACE {

template <bool kRelu, class D>
HWY_INLINE hn::Vec<D> load_dz(D d, const float* dy, const float* y, std::int64_t i) {
  const auto v = hn::LoadU(d, dy + i);
  if constexpr (kRelu) {
    return hn::IfThenElseZero(hn::Gt(hn::LoadU(d, y + i), hn::Zero(d)), v);
  } else {
    return v;
  }
}

// Rows outside and four at a time: see batch_norm_statistics.cpp.
template <bool kRelu, bool kKeep, int kRows>
HWY_INLINE void add_rows(const BatchNormBackwardSums& s, std::int64_t row, std::int64_t begin,
                         std::int64_t end, float* sum_dz, float* sum_dz_deviation) {
  for_each_vector(end - begin, [&](auto d, std::int64_t i) HWY_ATTR {
    const std::int64_t c = begin + i;
    const auto mean = hn::LoadU(d, s.mean + c);
    auto rows_dz = hn::Zero(d);
    auto rows_dz_deviation = hn::Zero(d);
    for (int r = 0; r < kRows; ++r) {
      const std::int64_t at = (row + r) * s.stride + c;
      const auto dz = load_dz<kRelu>(d, s.dy, s.y, at);
      if constexpr (kKeep) hn::StoreU(dz, d, s.dz + at);
      rows_dz = hn::Add(rows_dz, dz);
      rows_dz_deviation = hn::MulAdd(dz, hn::Sub(hn::LoadU(d, s.x + at), mean), rows_dz_deviation);
    }
    hn::StoreU(hn::Add(hn::LoadU(d, sum_dz + c), rows_dz), d, sum_dz + c);
    hn::StoreU(hn::Add(hn::LoadU(d, sum_dz_deviation + c), rows_dz_deviation), d,
               sum_dz_deviation + c);
  });
}

template <bool kRelu, bool kKeep>
void sum_rows(const BatchNormBackwardSums& s, std::int64_t row, std::int64_t row_end,
              std::int64_t begin, std::int64_t end, float* sum_dz, float* sum_dz_deviation) {
  std::fill(sum_dz + begin, sum_dz + end, 0.0F);
  std::fill(sum_dz_deviation + begin, sum_dz_deviation + end, 0.0F);
  for (; row + 4 <= row_end; row += 4) {
    add_rows<kRelu, kKeep, 4>(s, row, begin, end, sum_dz, sum_dz_deviation);
  }
  for (; row < row_end; ++row) {
    add_rows<kRelu, kKeep, 1>(s, row, begin, end, sum_dz, sum_dz_deviation);
  }
}

void backward_sums(const BatchNormBackwardSums& s, std::int64_t row_begin, std::int64_t row_end,
                   std::int64_t begin, std::int64_t end, float* sum_dz, float* sum_dz_deviation) {
  const auto sum = [&]<bool kRelu, bool kKeep>() {
    sum_rows<kRelu, kKeep>(s, row_begin, row_end, begin, end, sum_dz, sum_dz_deviation);
  };
  if (s.y != nullptr) {
    s.dz != nullptr ? sum.template operator()<true, true>()
                    : sum.template operator()<true, false>();
  } else {
    s.dz != nullptr ? sum.template operator()<false, true>()
                    : sum.template operator()<false, false>();
  }
}

template <bool kRelu, bool kStream>
void data_rows(const BatchNormBackwardData& b, std::int64_t row_begin, std::int64_t row_end) {
  for (std::int64_t row = row_begin; row < row_end; ++row) {
    const std::int64_t offset = row * b.channels;
    for_each_vector(b.channels, [&](auto d, std::int64_t c) HWY_ATTR {
      const auto dz = load_dz<kRelu>(d, b.dy, b.y, offset + c);
      const auto deviation = hn::Sub(hn::LoadU(d, b.x + offset + c), hn::LoadU(d, b.mean + c));
      const auto centered = hn::Sub(dz, hn::LoadU(d, b.mean_dz + c));
      const auto dx = hn::Mul(hn::LoadU(d, b.scale + c),
                              hn::NegMulAdd(deviation, hn::LoadU(d, b.slope + c), centered));
      store<kStream>(dx, d, b.dx + offset + c);
    });
  }
  if constexpr (kStream) hwy::FlushStream();
}

void backward_data(const BatchNormBackwardData& b, std::int64_t row_begin, std::int64_t row_end) {
  const bool stream = b.stream && rows_are_aligned(b.dx, b.channels);
  if (b.y != nullptr) {
    stream ? data_rows<true, true>(b, row_begin, row_end)
           : data_rows<true, false>(b, row_begin, row_end);
  } else {
    stream ? data_rows<false, true>(b, row_begin, row_end)
           : data_rows<false, false>(b, row_begin, row_end);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace resnet_bench::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resnet_bench::cpu {

HWY_EXPORT(backward_sums);
HWY_EXPORT(backward_data);

void batch_norm_backward_sums(const BatchNormBackwardSums& s, std::int64_t row_begin,
                              std::int64_t row_end, std::int64_t channel_begin,
                              std::int64_t channel_end, float* sum_dz, float* sum_dz_deviation) {
  HWY_DYNAMIC_DISPATCH(backward_sums)
  (s, row_begin, row_end, channel_begin, channel_end, sum_dz, sum_dz_deviation);
}

void batch_norm_backward_data(const BatchNormBackwardData& b, std::int64_t row_begin,
                              std::int64_t row_end) {
  HWY_DYNAMIC_DISPATCH(backward_data)(b, row_begin, row_end);
}

}  // namespace resnet_bench::cpu
#endif
