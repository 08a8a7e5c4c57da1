#include "backends/cpu/kernels/max_pool.hpp"

#include <algorithm>

// The order matters to Highway.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/kernels/max_pool.cpp"
#include <hwy/foreach_target.h>
#include "backends/cpu/kernels/vectors-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace resnet_bench::cpu {
namespace HWY_NAMESPACE {

/// The part of a window, or of the windows over a pixel, that exists.
struct Span {
  std::int64_t begin, end;
};

/// Places r of the window at output position p that lie inside [0, extent).
HWY_INLINE Span places(const MaxPoolGeometry& g, std::int64_t p, std::int64_t extent) {
  const std::int64_t first = p * g.stride - g.pad;
  return {std::max<std::int64_t>(-first, 0), std::min(extent - first, g.kernel)};
}

/// Output positions whose windows hold input position h: p*stride - pad <= h < ... + kernel.
HWY_INLINE Span windows(const MaxPoolGeometry& g, std::int64_t h, std::int64_t out_extent) {
  const std::int64_t after = h + g.pad - g.kernel;  // windows that end here or before are over
  return {after < 0 ? 0 : after / g.stride + 1, std::min((h + g.pad) / g.stride + 1, out_extent)};
}

template <bool kArgmax, class T>
void pool_rows(const MaxPoolGeometry& g, std::int64_t row_begin, std::int64_t row_end, const T* x,
               T* y, std::uint8_t* argmax) {
  for (std::int64_t row = row_begin; row < row_end; ++row) {
    const std::int64_t p = row % g.out_h;
    const T* image = x + row / g.out_h * g.height * g.width * g.channels;
    const Span rs = places(g, p, g.height);
    for (std::int64_t q = 0; q < g.out_w; ++q) {
      const Span ss = places(g, q, g.width);
      const T* corner =
          image + ((p * g.stride - g.pad) * g.width + q * g.stride - g.pad) * g.channels;
      const std::int64_t out = (row * g.out_w + q) * g.channels;
      for_each_vector(g.channels, [&](auto d, std::int64_t c) HWY_ATTR {
        const hn::RebindToSigned<decltype(d)> di;
        auto best = load(d, corner + (rs.begin * g.width + ss.begin) * g.channels + c);
        auto place = hn::Set(di, static_cast<std::int32_t>(rs.begin * g.kernel + ss.begin));
        for (std::int64_t r = rs.begin; r < rs.end; ++r) {
          for (std::int64_t s = ss.begin; s < ss.end; ++s) {
            const auto v = load(d, corner + (r * g.width + s) * g.channels + c);
            const auto wins = hn::Or(hn::Gt(v, best), hn::Ne(v, v));
            best = hn::IfThenElse(wins, v, best);
            if constexpr (kArgmax) {
              const auto here = hn::Set(di, static_cast<std::int32_t>(r * g.kernel + s));
              place = hn::IfThenElse(hn::RebindMask(di, wins), here, place);
            }
          }
        }
        store<false>(best, d, y + out + c);
        if constexpr (kArgmax) {
          const hn::Rebind<std::uint8_t, decltype(d)> d8;
          hn::StoreU(hn::DemoteTo(d8, place), d8, argmax + out + c);
        }
      });
    }
  }
}

template <class T>
void pool(const MaxPoolGeometry& g, std::int64_t row_begin, std::int64_t row_end, const T* x, T* y,
          std::uint8_t* argmax) {
  argmax != nullptr ? pool_rows<true>(g, row_begin, row_end, x, y, argmax)
                    : pool_rows<false>(g, row_begin, row_end, x, y, argmax);
}

template <class T>
void pool_backward(const MaxPoolGeometry& g, std::int64_t row_begin, std::int64_t row_end,
                   const std::uint8_t* argmax, const T* dy, T* dx) {
  for (std::int64_t row = row_begin; row < row_end; ++row) {
    const std::int64_t h = row % g.height;
    const std::int64_t first_row = row / g.height * g.out_h;
    const Span ps = windows(g, h, g.out_h);
    for (std::int64_t w = 0; w < g.width; ++w) {
      const Span qs = windows(g, w, g.out_w);
      for_each_vector(g.channels, [&](auto d, std::int64_t c) HWY_ATTR {
        const hn::RebindToSigned<decltype(d)> di;
        const hn::Rebind<std::uint8_t, decltype(d)> d8;
        auto sum = hn::Zero(d);
        for (std::int64_t p = ps.begin; p < ps.end; ++p) {
          for (std::int64_t q = qs.begin; q < qs.end; ++q) {
            const std::int64_t r = h + g.pad - p * g.stride;
            const std::int64_t s = w + g.pad - q * g.stride;
            const std::int64_t out = ((first_row + p) * g.out_w + q) * g.channels + c;
            const auto place = hn::PromoteTo(di, hn::LoadU(d8, argmax + out));
            const auto here =
                hn::Eq(place, hn::Set(di, static_cast<std::int32_t>(r * g.kernel + s)));
            sum = hn::Add(sum, hn::IfThenElseZero(hn::RebindMask(d, here), load(d, dy + out)));
          }
        }
        store<false>(sum, d, dx + (row * g.width + w) * g.channels + c);
      });
    }
  }
}

void pool_f32(const MaxPoolGeometry& g, std::int64_t row_begin, std::int64_t row_end,
              const float* x, float* y, std::uint8_t* argmax) {
  pool(g, row_begin, row_end, x, y, argmax);
}

void pool_bf16(const MaxPoolGeometry& g, std::int64_t row_begin, std::int64_t row_end,
               const BFloat16* x, BFloat16* y, std::uint8_t* argmax) {
  pool(g, row_begin, row_end, x, y, argmax);
}

void pool_backward_f32(const MaxPoolGeometry& g, std::int64_t row_begin, std::int64_t row_end,
                       const std::uint8_t* argmax, const float* dy, float* dx) {
  pool_backward(g, row_begin, row_end, argmax, dy, dx);
}

void pool_backward_bf16(const MaxPoolGeometry& g, std::int64_t row_begin, std::int64_t row_end,
                        const std::uint8_t* argmax, const BFloat16* dy, BFloat16* dx) {
  pool_backward(g, row_begin, row_end, argmax, dy, dx);
}

}  // namespace HWY_NAMESPACE
}  // namespace resnet_bench::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resnet_bench::cpu {

HWY_EXPORT(pool_f32);
HWY_EXPORT(pool_bf16);
HWY_EXPORT(pool_backward_f32);
HWY_EXPORT(pool_backward_bf16);

void max_pool(const MaxPoolGeometry& g, std::int64_t row_begin, std::int64_t row_end,
              const float* x, float* y, std::uint8_t* argmax) {
  HWY_DYNAMIC_DISPATCH(pool_f32)(g, row_begin, row_end, x, y, argmax);
}

void max_pool(const MaxPoolGeometry& g, std::int64_t row_begin, std::int64_t row_end,
              const BFloat16* x, BFloat16* y, std::uint8_t* argmax) {
  HWY_DYNAMIC_DISPATCH(pool_bf16)(g, row_begin, row_end, x, y, argmax);
}

void max_pool_backward(const MaxPoolGeometry& g, std::int64_t row_begin, std::int64_t row_end,
                       const std::uint8_t* argmax, const float* dy, float* dx) {
  HWY_DYNAMIC_DISPATCH(pool_backward_f32)(g, row_begin, row_end, argmax, dy, dx);
}

void max_pool_backward(const MaxPoolGeometry& g, std::int64_t row_begin, std::int64_t row_end,
                       const std::uint8_t* argmax, const BFloat16* dy, BFloat16* dx) {
  HWY_DYNAMIC_DISPATCH(pool_backward_bf16)(g, row_begin, row_end, argmax, dy, dx);
}

}  // namespace resnet_bench::cpu
#endif
