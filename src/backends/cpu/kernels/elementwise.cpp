#include "backends/cpu/kernels/elementwise.hpp"

// The order matters to Highway.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/kernels/elementwise.cpp"
#include <hwy/foreach_target.h>
#include "backends/cpu/kernels/vectors-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace resnet_bench::cpu {
namespace HWY_NAMESPACE {

void relu_vectors(std::int64_t count, const float* x, float* y) {
  for_each_vector(count, [&](auto d, std::int64_t i)
                             HWY_ATTR { hn::StoreU(relu_of(hn::LoadU(d, x + i)), d, y + i); });
}

void relu_backward_vectors(std::int64_t count, const float* y, const float* dy, float* dx) {
  for_each_vector(count, [&](auto d, std::int64_t i) HWY_ATTR {
    const auto passes = hn::Gt(hn::LoadU(d, y + i), hn::Zero(d));
    hn::StoreU(hn::IfThenElseZero(passes, hn::LoadU(d, dy + i)), d, dx + i);
  });
}

void add_vectors(std::int64_t count, const float* a, const float* b, float* sum) {
  for_each_vector(count, [&](auto d, std::int64_t i) HWY_ATTR {
    hn::StoreU(hn::Add(hn::LoadU(d, a + i), hn::LoadU(d, b + i)), d, sum + i);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace resnet_bench::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resnet_bench::cpu {

HWY_EXPORT(relu_vectors);
HWY_EXPORT(relu_backward_vectors);
HWY_EXPORT(add_vectors);

void relu(std::int64_t count, const float* x, float* y) {
  HWY_DYNAMIC_DISPATCH(relu_vectors)(count, x, y);
}

void relu_backward(std::int64_t count, const float* y, const float* dy, float* dx) {
  HWY_DYNAMIC_DISPATCH(relu_backward_vectors)(count, y, dy, dx);
}

void add(std::int64_t count, const float* a, const float* b, float* sum) {
  HWY_DYNAMIC_DISPATCH(add_vectors)(count, a, b, sum);
}

}  // namespace resnet_bench::cpu
#endif
