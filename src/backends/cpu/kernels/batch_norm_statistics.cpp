#include "backends/cpu/kernels/batch_norm_statistics.hpp"

#include <algorithm>

// The order matters to Highway.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/kernels/batch_norm_statistics.cpp"
#include <hwy/foreach_target.h>
#include "backends/cpu/kernels/vectors-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace resnet_bench::cpu {
namespace HWY_NAMESPACE {

// Rows stay outside, so that memory is read in order; four at a time, so that the accumulators,
// which live in the first-level cache, are touched once in four rows.
template <int kRows, class T>
HWY_INLINE void add_rows(std::int64_t channels, std::int64_t stride, const T* x, float* sum) {
  for_each_vector(channels, [&](auto d, std::int64_t c) HWY_ATTR {
    auto rows_sum = load(d, x + c);
    for (int r = 1; r < kRows; ++r) {
      rows_sum = hn::Add(rows_sum, load(d, x + r * stride + c));
    }
    hn::StoreU(hn::Add(hn::LoadU(d, sum + c), rows_sum), d, sum + c);
  });
}

template <int kRows, class T>
HWY_INLINE void add_squares(std::int64_t channels, std::int64_t stride, const T* x,
                            const float* mean, float* m2) {
  for_each_vector(channels, [&](auto d, std::int64_t c) HWY_ATTR {
    const auto center = hn::LoadU(d, mean + c);
    auto rows_sum = hn::Zero(d);
    for (int r = 0; r < kRows; ++r) {
      const auto deviation = hn::Sub(load(d, x + r * stride + c), center);
      rows_sum = hn::MulAdd(deviation, deviation, rows_sum);
    }
    hn::StoreU(hn::Add(hn::LoadU(d, m2 + c), rows_sum), d, m2 + c);
  });
}

/// Rows no longer than a cache line: the channels outside, so that the sums stay in registers, in
/// four so that additions need not wait for one another.
template <class T>
void chunk_statistics_narrow(std::int64_t rows, std::int64_t channels, std::int64_t stride,
                             const T* x, float* mean, float* m2) {
  for_each_vector(channels, [&](auto d, std::int64_t c) HWY_ATTR {
    using V = hn::Vec<decltype(d)>;
    const T* column = x + c;
    const auto sum_rows = [&](auto add) HWY_ATTR {
      V s0 = hn::Zero(d), s1 = hn::Zero(d), s2 = hn::Zero(d), s3 = hn::Zero(d);
      std::int64_t row = 0;
      for (; row + 4 <= rows; row += 4) {
        s0 = add(s0, load(d, column + row * stride));
        s1 = add(s1, load(d, column + (row + 1) * stride));
        s2 = add(s2, load(d, column + (row + 2) * stride));
        s3 = add(s3, load(d, column + (row + 3) * stride));
      }
      for (; row < rows; ++row) s0 = add(s0, load(d, column + row * stride));
      return hn::Add(hn::Add(s0, s1), hn::Add(s2, s3));
    };
    const V total = sum_rows([](V sum, V v) HWY_ATTR { return hn::Add(sum, v); });
    const V center = hn::Div(total, hn::Set(d, static_cast<float>(rows)));
    hn::StoreU(center, d, mean + c);
    hn::StoreU(sum_rows([&](V sum, V v) HWY_ATTR {
                 const V deviation = hn::Sub(v, center);
                 return hn::MulAdd(deviation, deviation, sum);
               }),
               d, m2 + c);
  });
}

template <class T>
void chunk_statistics(std::int64_t rows, std::int64_t channels, std::int64_t stride, const T* x,
                      float* mean, float* m2) {
  if (fits_cache_line<T>(stride))
    return chunk_statistics_narrow(rows, channels, stride, x, mean, m2);
  std::fill_n(mean, channels, 0.0F);
  std::fill_n(m2, channels, 0.0F);

  std::int64_t row = 0;
  for (; row + 4 <= rows; row += 4) add_rows<4>(channels, stride, x + row * stride, mean);
  for (; row < rows; ++row) add_rows<1>(channels, stride, x + row * stride, mean);
  for (std::int64_t c = 0; c < channels; ++c) mean[c] /= static_cast<float>(rows);

  row = 0;
  for (; row + 4 <= rows; row += 4) add_squares<4>(channels, stride, x + row * stride, mean, m2);
  for (; row < rows; ++row) add_squares<1>(channels, stride, x + row * stride, mean, m2);
}

void chunk_statistics_f32(std::int64_t rows, std::int64_t channels, std::int64_t stride,
                          const float* x, float* mean, float* m2) {
  chunk_statistics(rows, channels, stride, x, mean, m2);
}

void chunk_statistics_bf16(std::int64_t rows, std::int64_t channels, std::int64_t stride,
                           const BFloat16* x, float* mean, float* m2) {
  chunk_statistics(rows, channels, stride, x, mean, m2);
}

}  // namespace HWY_NAMESPACE
}  // namespace resnet_bench::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resnet_bench::cpu {

HWY_EXPORT(chunk_statistics_f32);
HWY_EXPORT(chunk_statistics_bf16);

void batch_norm_chunk_statistics(std::int64_t rows, std::int64_t channels, std::int64_t stride,
                                 const float* x, float* mean, float* m2) {
  HWY_DYNAMIC_DISPATCH(chunk_statistics_f32)(rows, channels, stride, x, mean, m2);
}

void batch_norm_chunk_statistics(std::int64_t rows, std::int64_t channels, std::int64_t stride,
                                 const BFloat16* x, float* mean, float* m2) {
  HWY_DYNAMIC_DISPATCH(chunk_statistics_bf16)(rows, channels, stride, x, mean, m2);
}

void batch_norm_merge(const RowChunks& chunks, std::int64_t channels, std::int64_t stride,
                      const float* chunk_mean, const float* chunk_m2, double* mean, double* m2) {
  std::fill_n(mean, channels, 0.0);
  std::fill_n(m2, channels, 0.0);
  for (std::int64_t chunk = 0; chunk < chunks.count(); ++chunk) {
    const auto before = static_cast<double>(chunks.rows_before(chunk));
    const auto added = static_cast<double>(chunks.size(chunk));
    const double weight = added / (before + added);
    for (std::int64_t c = 0; c < channels; ++c) {
      const double delta = static_cast<double>(chunk_mean[chunk * stride + c]) - mean[c];
      mean[c] += delta * weight;
      m2[c] += static_cast<double>(chunk_m2[chunk * stride + c]) + delta * delta * before * weight;
    }
  }
}

}  // namespace resnet_bench::cpu
#endif
