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

/// What the sums keep of dz: nothing, dz, or dz of two gradients added.
enum class Keep { none, one, sum };

/// What says where the gradient passes: nothing (everywhere), y, or the mask.
enum class Gate { none, y, mask };

template <Gate kGate, Keep kKeep, class D, class T>
HWY_INLINE hn::Vec<D> load_dz(D d, const T* dy, const T* dy2, const ReluGate<T>& relu,
                              std::int64_t i) {
  auto v = load(d, dy + i);
  if constexpr (kKeep == Keep::sum) v = hn::Add(v, load(d, dy2 + i));
  if constexpr (kGate == Gate::y) {
    v = hn::IfThenElseZero(hn::Gt(load(d, relu.y + i), hn::Zero(d)), v);
  }
  if constexpr (kGate == Gate::mask) {
    v = hn::IfThenElseZero(hn::LoadMaskBits(d, relu.mask + i / 8), v);
  }
  return v;
}

/// Calls work with the gate as a template argument.
template <class T, class Work>
void with_gate(const ReluGate<T>& relu, const Work& work) {
  if (relu.mask != nullptr) return work.template operator()<Gate::mask>();
  relu.y != nullptr ? work.template operator()<Gate::y>() : work.template operator()<Gate::none>();
}

// Rows outside and four at a time: see batch_norm_statistics.cpp.
template <Gate kGate, Keep kKeep, int kRows, class T>
HWY_INLINE void add_rows(const BatchNormBackwardSums<T>& s, const BatchNormTile& tile,
                         std::int64_t row, float* sum_dz, float* sum_dz_deviation) {
  for_each_vector(tile.channels, [&](auto d, std::int64_t c) HWY_ATTR {
    const auto mean = hn::LoadU(d, s.mean + tile.channel + c);
    auto rows_dz = hn::Zero(d);
    auto rows_dz_deviation = hn::Zero(d);
    for (int r = 0; r < kRows; ++r) {
      const std::int64_t at = tile.offset + (row + r) * s.stride + c;
      const auto dz = load_dz<kGate, kKeep>(d, s.dy, s.dy2, s.relu, at);
      if constexpr (kKeep != Keep::none) store<false>(dz, d, s.dz + at);
      rows_dz = hn::Add(rows_dz, dz);
      rows_dz_deviation = hn::MulAdd(dz, hn::Sub(load(d, s.x + at), mean), rows_dz_deviation);
    }
    hn::StoreU(hn::Add(hn::LoadU(d, sum_dz + c), rows_dz), d, sum_dz + c);
    hn::StoreU(hn::Add(hn::LoadU(d, sum_dz_deviation + c), rows_dz_deviation), d,
               sum_dz_deviation + c);
  });
}

/// Rows no longer than a cache line: the channels outside, the sums in registers, two of each so
/// that additions need not wait for one another.
template <Gate kGate, Keep kKeep, class T>
void sum_narrow_rows(const BatchNormBackwardSums<T>& s, const BatchNormTile& tile, float* sum_dz,
                     float* sum_dz_deviation) {
  for_each_vector(tile.channels, [&](auto d, std::int64_t c) HWY_ATTR {
    const auto mean = hn::LoadU(d, s.mean + tile.channel + c);
    auto even = hn::Zero(d);
    auto odd = hn::Zero(d);
    auto even_deviation = hn::Zero(d);
    auto odd_deviation = hn::Zero(d);
    const auto add = [&](std::int64_t row, auto& sum, auto& sum_deviation) HWY_ATTR {
      const std::int64_t at = tile.offset + row * s.stride + c;
      const auto dz = load_dz<kGate, kKeep>(d, s.dy, s.dy2, s.relu, at);
      if constexpr (kKeep != Keep::none) store<false>(dz, d, s.dz + at);
      sum = hn::Add(sum, dz);
      sum_deviation = hn::MulAdd(dz, hn::Sub(load(d, s.x + at), mean), sum_deviation);
    };
    std::int64_t row = 0;
    for (; row + 2 <= tile.rows; row += 2) {
      add(row, even, even_deviation);
      add(row + 1, odd, odd_deviation);
    }
    if (row < tile.rows) add(row, even, even_deviation);
    hn::StoreU(hn::Add(even, odd), d, sum_dz + c);
    hn::StoreU(hn::Add(even_deviation, odd_deviation), d, sum_dz_deviation + c);
  });
}

template <Gate kGate, Keep kKeep, class T>
void sum_rows(const BatchNormBackwardSums<T>& s, const BatchNormTile& tile, float* sum_dz,
              float* sum_dz_deviation) {
  if (fits_cache_line<T>(s.stride)) {
    return sum_narrow_rows<kGate, kKeep>(s, tile, sum_dz, sum_dz_deviation);
  }
  std::fill_n(sum_dz, tile.channels, 0.0F);
  std::fill_n(sum_dz_deviation, tile.channels, 0.0F);
  std::int64_t row = 0;
  for (; row + 4 <= tile.rows; row += 4) {
    add_rows<kGate, kKeep, 4>(s, tile, row, sum_dz, sum_dz_deviation);
  }
  for (; row < tile.rows; ++row) {
    add_rows<kGate, kKeep, 1>(s, tile, row, sum_dz, sum_dz_deviation);
  }
}

template <class T>
void backward_sums(const BatchNormBackwardSums<T>& s, const BatchNormTile& tile, float* sum_dz,
                   float* sum_dz_deviation) {
  with_gate(s.relu, [&]<Gate kGate>() {
    if (s.dy2 != nullptr) return sum_rows<kGate, Keep::sum>(s, tile, sum_dz, sum_dz_deviation);
    s.dz != nullptr ? sum_rows<kGate, Keep::one>(s, tile, sum_dz, sum_dz_deviation)
                    : sum_rows<kGate, Keep::none>(s, tile, sum_dz, sum_dz_deviation);
  });
}

template <Gate kGate, bool kStream, class T, class D, class V>
HWY_INLINE void data_vector(const BatchNormBackwardData<T>& b, D d, V mean, V scale, V mean_dz,
                            V slope, std::int64_t i) {
  const auto deviation = hn::Sub(load(d, b.x + i), mean);
  const auto centered = hn::Sub(load_dz<kGate, Keep::none>(d, b.dy, b.dy, b.relu, i), mean_dz);
  store<kStream>(hn::Mul(scale, hn::NegMulAdd(deviation, slope, centered)), d, b.dx + i);
}

template <Gate kGate, bool kStream, class T>
void data_rows(const BatchNormBackwardData<T>& b, std::int64_t row_begin, std::int64_t row_end,
               std::int64_t channel) {
  const float* means = b.mean + channel;
  const float* scales = b.scale + channel;
  const float* means_dz = b.mean_dz + channel;
  const float* slopes = b.slope + channel;
  if (fits_cache_line<T>(b.channels)) {
    for_each_vector(b.channels, [&](auto d, std::int64_t c) HWY_ATTR {
      const auto mean = hn::LoadU(d, means + c);
      const auto scale = hn::LoadU(d, scales + c);
      const auto mean_dz = hn::LoadU(d, means_dz + c);
      const auto slope = hn::LoadU(d, slopes + c);
      for (std::int64_t row = row_begin; row < row_end; ++row) {
        data_vector<kGate, kStream>(b, d, mean, scale, mean_dz, slope, row * b.channels + c);
      }
    });
  } else {
    for (std::int64_t row = row_begin; row < row_end; ++row) {
      for_each_vector(b.channels, [&](auto d, std::int64_t c) HWY_ATTR {
        data_vector<kGate, kStream>(b, d, hn::LoadU(d, means + c), hn::LoadU(d, scales + c),
                                    hn::LoadU(d, means_dz + c), hn::LoadU(d, slopes + c),
                                    row * b.channels + c);
      });
    }
  }
  if constexpr (kStream) hwy::FlushStream();
}

template <class T>
void backward_data(const BatchNormBackwardData<T>& b, std::int64_t row_begin, std::int64_t row_end,
                   std::int64_t channel) {
  const bool stream = b.stream && rows_are_aligned(b.dx, b.channels);
  with_gate(b.relu, [&]<Gate kGate>() {
    stream ? data_rows<kGate, true>(b, row_begin, row_end, channel)
           : data_rows<kGate, false>(b, row_begin, row_end, channel);
  });
}

void backward_sums_f32(const BatchNormBackwardSums<float>& s, const BatchNormTile& tile,
                       float* sum_dz, float* sum_dz_deviation) {
  backward_sums(s, tile, sum_dz, sum_dz_deviation);
}

void backward_sums_bf16(const BatchNormBackwardSums<BFloat16>& s, const BatchNormTile& tile,
                        float* sum_dz, float* sum_dz_deviation) {
  backward_sums(s, tile, sum_dz, sum_dz_deviation);
}

void backward_data_f32(const BatchNormBackwardData<float>& b, std::int64_t row_begin,
                       std::int64_t row_end, std::int64_t channel) {
  backward_data(b, row_begin, row_end, channel);
}

void backward_data_bf16(const BatchNormBackwardData<BFloat16>& b, std::int64_t row_begin,
                        std::int64_t row_end, std::int64_t channel) {
  backward_data(b, row_begin, row_end, channel);
}

}  // namespace HWY_NAMESPACE
}  // namespace resnet_bench::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resnet_bench::cpu {

HWY_EXPORT(backward_sums_f32);
HWY_EXPORT(backward_sums_bf16);
HWY_EXPORT(backward_data_f32);
HWY_EXPORT(backward_data_bf16);

void batch_norm_backward_sums(const BatchNormBackwardSums<float>& s, const BatchNormTile& tile,
                              float* sum_dz, float* sum_dz_deviation) {
  HWY_DYNAMIC_DISPATCH(backward_sums_f32)(s, tile, sum_dz, sum_dz_deviation);
}

void batch_norm_backward_sums(const BatchNormBackwardSums<BFloat16>& s, const BatchNormTile& tile,
                              float* sum_dz, float* sum_dz_deviation) {
  HWY_DYNAMIC_DISPATCH(backward_sums_bf16)(s, tile, sum_dz, sum_dz_deviation);
}

void batch_norm_backward_data(const BatchNormBackwardData<float>& b, std::int64_t row_begin,
                              std::int64_t row_end, std::int64_t channel) {
  HWY_DYNAMIC_DISPATCH(backward_data_f32)(b, row_begin, row_end, channel);
}

void batch_norm_backward_data(const BatchNormBackwardData<BFloat16>& b, std::int64_t row_begin,
                              std::int64_t row_end, std::int64_t channel) {
  HWY_DYNAMIC_DISPATCH(backward_data_bf16)(b, row_begin, row_end, channel);
}

}  // namespace resnet_bench::cpu
#endif
