#include "backends/cpu/kernels/convert.hpp"

// The order matters to Highway.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/kernels/convert.cpp"
#include <hwy/foreach_target.h>
#include "backends/cpu/kernels/vectors-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace resnet_bench::cpu {
namespace HWY_NAMESPACE {

void widen(std::int64_t count, const BFloat16* from, float* to) {
  for_each_vector(
      count, [&](auto d, std::int64_t i) HWY_ATTR { store<false>(load(d, from + i), d, to + i); });
}

void narrow(std::int64_t count, const float* from, BFloat16* to) {
  for_each_vector(
      count, [&](auto d, std::int64_t i) HWY_ATTR { store<false>(load(d, from + i), d, to + i); });
}

}  // namespace HWY_NAMESPACE
}  // namespace resnet_bench::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resnet_bench::cpu {

HWY_EXPORT(widen);
HWY_EXPORT(narrow);

void convert(std::int64_t count, const BFloat16* from, float* to) {
  HWY_DYNAMIC_DISPATCH(widen)(count, from, to);
}

void convert(std::int64_t count, const float* from, BFloat16* to) {
  HWY_DYNAMIC_DISPATCH(narrow)(count, from, to);
}

}  // namespace resnet_bench::cpu
#endif
