#include "backends/cpu/kernels/roof_kernels.hpp"

// The order matters to Highway.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/kernels/roof_kernels.cpp"
#include <hwy/foreach_target.h>
#include "backends/cpu/kernels/vectors-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace resnet_bench::cpu {
namespace HWY_NAMESPACE {

/// Twelve chains: enough to hide the latency of two units with four or five cycles each, and, with
/// the two constants, not more than the sixteen registers of AVX2.
constexpr std::int64_t chains = 12;

template <class T>
std::int64_t flop_a_round() {
  return 2 * chains * static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<T>()));
}

template <class T>
T multiply_add(std::int64_t rounds) {
  const hn::ScalableTag<T> d;
  const auto half = hn::Set(d, T{0.5});
  const auto one = hn::Set(d, T{1});
  const auto start = [&](int chain) HWY_ATTR { return hn::Set(d, static_cast<T>(chain)); };
  auto v0 = start(0), v1 = start(1), v2 = start(2), v3 = start(3), v4 = start(4), v5 = start(5);
  auto v6 = start(6), v7 = start(7), v8 = start(8), v9 = start(9), v10 = start(10), v11 = start(11);
  for (std::int64_t i = 0; i < rounds; ++i) {
    v0 = hn::MulAdd(v0, half, one);
    v1 = hn::MulAdd(v1, half, one);
    v2 = hn::MulAdd(v2, half, one);
    v3 = hn::MulAdd(v3, half, one);
    v4 = hn::MulAdd(v4, half, one);
    v5 = hn::MulAdd(v5, half, one);
    v6 = hn::MulAdd(v6, half, one);
    v7 = hn::MulAdd(v7, half, one);
    v8 = hn::MulAdd(v8, half, one);
    v9 = hn::MulAdd(v9, half, one);
    v10 = hn::MulAdd(v10, half, one);
    v11 = hn::MulAdd(v11, half, one);
  }
  v0 = hn::Add(hn::Add(hn::Add(v0, v1), hn::Add(v2, v3)), hn::Add(v4, v5));
  v6 = hn::Add(hn::Add(hn::Add(v6, v7), hn::Add(v8, v9)), hn::Add(v10, v11));
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(v0, v6)));
}

std::int64_t flop_f32() { return flop_a_round<float>(); }
std::int64_t flop_f64() { return flop_a_round<double>(); }
float chains_f32(std::int64_t rounds) { return multiply_add<float>(rounds); }
double chains_f64(std::int64_t rounds) { return multiply_add<double>(rounds); }

/// Calls body(i) for the vectors of [0, count), four at a time.
template <class Body>
HWY_INLINE void four_vectors(std::int64_t count, std::int64_t lanes, const Body& body) {
  for (std::int64_t i = 0; i < count; i += 4 * lanes) {
    body(i);
    body(i + lanes);
    body(i + 2 * lanes);
    body(i + 3 * lanes);
  }
}

/// Eight sums hide the latency of an addition behind two loads a cycle. 128 floats are a multiple
/// of eight vectors: AVX-512 has 16 of them in one, the widest of Highway's x86 and fixed-width Arm
/// targets.
float read_vectors(std::int64_t count, const float* from) {
  const hn::CappedTag<float, 16> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  auto s0 = hn::Zero(d), s1 = hn::Zero(d), s2 = hn::Zero(d), s3 = hn::Zero(d);
  auto s4 = hn::Zero(d), s5 = hn::Zero(d), s6 = hn::Zero(d), s7 = hn::Zero(d);
  for (std::int64_t i = 0; i < count; i += 8 * lanes) {
    s0 = hn::Add(s0, hn::Load(d, from + i));
    s1 = hn::Add(s1, hn::Load(d, from + i + lanes));
    s2 = hn::Add(s2, hn::Load(d, from + i + 2 * lanes));
    s3 = hn::Add(s3, hn::Load(d, from + i + 3 * lanes));
    s4 = hn::Add(s4, hn::Load(d, from + i + 4 * lanes));
    s5 = hn::Add(s5, hn::Load(d, from + i + 5 * lanes));
    s6 = hn::Add(s6, hn::Load(d, from + i + 6 * lanes));
    s7 = hn::Add(s7, hn::Load(d, from + i + 7 * lanes));
  }
  s0 = hn::Add(hn::Add(s0, s1), hn::Add(s2, s3));
  s4 = hn::Add(hn::Add(s4, s5), hn::Add(s6, s7));
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(s0, s4)));
}

template <bool kPastCaches>
void write_vectors(std::int64_t count, float value, float* to) {
  const hn::CappedTag<float, 16> d;
  const auto v = hn::Set(d, value);
  four_vectors(count, static_cast<std::int64_t>(hn::Lanes(d)),
               [&](std::int64_t i) HWY_ATTR { store<kPastCaches>(v, d, to + i); });
}

template <bool kPastCaches>
void copy_vectors(std::int64_t count, const float* from, float* to) {
  const hn::CappedTag<float, 16> d;
  four_vectors(count, static_cast<std::int64_t>(hn::Lanes(d)), [&](std::int64_t i) HWY_ATTR {
    store<kPastCaches>(hn::Load(d, from + i), d, to + i);
  });
}

template <bool kPastCaches>
void add_vectors(std::int64_t count, const float* a, const float* b, float* to) {
  const hn::CappedTag<float, 16> d;
  four_vectors(count, static_cast<std::int64_t>(hn::Lanes(d)), [&](std::int64_t i) HWY_ATTR {
    store<kPastCaches>(hn::Add(hn::Load(d, a + i), hn::Load(d, b + i)), d, to + i);
  });
}

void write_either(std::int64_t count, float value, float* to, bool past_caches) {
  past_caches ? write_vectors<true>(count, value, to) : write_vectors<false>(count, value, to);
}
void copy_either(std::int64_t count, const float* from, float* to, bool past_caches) {
  past_caches ? copy_vectors<true>(count, from, to) : copy_vectors<false>(count, from, to);
}
void add_either(std::int64_t count, const float* a, const float* b, float* to, bool past_caches) {
  past_caches ? add_vectors<true>(count, a, b, to) : add_vectors<false>(count, a, b, to);
}

}  // namespace HWY_NAMESPACE
}  // namespace resnet_bench::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resnet_bench::cpu {

HWY_EXPORT(flop_f32);
HWY_EXPORT(flop_f64);
HWY_EXPORT(chains_f32);
HWY_EXPORT(chains_f64);
HWY_EXPORT(read_vectors);
HWY_EXPORT(write_either);
HWY_EXPORT(copy_either);
HWY_EXPORT(add_either);

float multiply_add_f32(std::int64_t rounds) { return HWY_DYNAMIC_DISPATCH(chains_f32)(rounds); }
double multiply_add_f64(std::int64_t rounds) { return HWY_DYNAMIC_DISPATCH(chains_f64)(rounds); }
std::int64_t multiply_add_flop_f32() { return HWY_DYNAMIC_DISPATCH(flop_f32)(); }
std::int64_t multiply_add_flop_f64() { return HWY_DYNAMIC_DISPATCH(flop_f64)(); }

float read_stream(std::int64_t count, const float* from) {
  return HWY_DYNAMIC_DISPATCH(read_vectors)(count, from);
}
void write_stream(std::int64_t count, float value, float* to, bool past_caches) {
  HWY_DYNAMIC_DISPATCH(write_either)(count, value, to, past_caches);
}
void copy_stream(std::int64_t count, const float* from, float* to, bool past_caches) {
  HWY_DYNAMIC_DISPATCH(copy_either)(count, from, to, past_caches);
}
void add_stream(std::int64_t count, const float* a, const float* b, float* to, bool past_caches) {
  HWY_DYNAMIC_DISPATCH(add_either)(count, a, b, to, past_caches);
}

}  // namespace resnet_bench::cpu
#endif
