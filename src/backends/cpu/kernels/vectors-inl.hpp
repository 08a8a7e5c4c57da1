// What the kernels compiled once per instruction set share. Included again for each of them, as
// Highway's foreach_target asks.
#if defined(RESNET_BENCH_CPU_VECTORS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef RESNET_BENCH_CPU_VECTORS_INL
#undef RESNET_BENCH_CPU_VECTORS_INL
#else
#define RESNET_BENCH_CPU_VECTORS_INL
#endif

#include "resnet_bench/narrow_floats.hpp"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace resnet_bench::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Calls body(tag, i) for whole vectors of floats over [0, n), then lane by lane for the rest, so
/// that nothing outside is read or written.
template <class Body>
HWY_INLINE void for_each_vector(std::int64_t n, const Body& body) {
  const hn::ScalableTag<float> vector;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(vector));
  std::int64_t i = 0;
  for (; i + lanes <= n; i += lanes) body(vector, i);
  const hn::CappedTag<float, 1> lane;
  for (; i < n; ++i) body(lane, i);
}

/// max(0, v) that keeps NaN, so that a net that diverged shows it.
template <class V>
HWY_INLINE V relu_of(V v) {
  const auto zero = hn::Zero(hn::DFromV<V>());
  return hn::IfThenElse(hn::Lt(v, zero), zero, v);
}

/// Elements of a tensor as floats. A bf16 is the upper half of one.
template <class D>
HWY_INLINE hn::Vec<D> load(D d, const float* from) {
  return hn::LoadU(d, from);
}
template <class D>
HWY_INLINE hn::Vec<D> load(D d, const BFloat16* from) {
  const hn::Rebind<std::uint16_t, D> halves;
  const hn::RebindToUnsigned<D> whole;
  const auto bits = hn::LoadU(halves, reinterpret_cast<const std::uint16_t*>(from));
  return hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(whole, bits)));
}

/// The bits of floats rounded to bf16, to nearest and ties to even; NaN stays NaN.
template <class V>
HWY_INLINE auto bf16_bits(V v) {
  using D = hn::DFromV<V>;
  const hn::RebindToUnsigned<D> whole;
  const auto bits = hn::BitCast(whole, v);
  const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(whole, 1));
  const auto rounded = hn::Add(hn::Add(bits, hn::Set(whole, 0x7fff)), odd);
  const auto quiet = hn::Or(bits, hn::Set(whole, 0x400000));
  const auto result = hn::IfThenElse(hn::RebindMask(whole, hn::Ne(v, v)), quiet, rounded);
  return hn::DemoteTo(hn::Rebind<std::uint16_t, D>(),
                      hn::BitCast(hn::RebindToSigned<D>(), hn::ShiftRight<16>(result)));
}

/// Stores; past the caches where kStream, for which rows_are_aligned must hold.
template <bool kStream, class V, class D>
HWY_INLINE void store(V v, D d, float* to) {
  if constexpr (kStream) {
    hn::Stream(v, d, to);
  } else {
    hn::StoreU(v, d, to);
  }
}
template <bool kStream, class V, class D>
HWY_INLINE void store(V v, D /*d*/, BFloat16* to) {
  const hn::Rebind<std::uint16_t, D> halves;
  auto* bits = reinterpret_cast<std::uint16_t*>(to);
  if constexpr (kStream) {
    hn::Stream(bf16_bits(v), halves, bits);
  } else {
    hn::StoreU(bf16_bits(v), halves, bits);
  }
}

/// Whether rows of this many elements T are no longer than a cache line: then going through them
/// column by column reads memory in order all the same.
template <class T>
constexpr bool fits_cache_line(std::int64_t row) {
  return row * static_cast<std::int64_t>(sizeof(T)) <= 64;
}

/// Whether every vector store to rows `row` elements long, starting at `data`, is aligned: what a
/// non-temporal store needs.
template <class T>
bool rows_are_aligned(const T* data, std::int64_t row) {
  const hn::ScalableTag<float> vector;
  const std::size_t lanes = hn::Lanes(vector);
  return reinterpret_cast<std::uintptr_t>(data) % (lanes * sizeof(T)) == 0 &&
         static_cast<std::size_t>(row) % lanes == 0;
}

}  // namespace HWY_NAMESPACE
}  // namespace resnet_bench::cpu
HWY_AFTER_NAMESPACE();

#endif
