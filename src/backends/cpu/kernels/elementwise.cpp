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

template <class T>
void relu_vectors(std::int64_t count, const T* x, T* y) {
  for_each_vector(count, [&](auto d, std::int64_t i)
                             HWY_ATTR { store<false>(relu_of(load(d, x + i)), d, y + i); });
}

template <class T>
void relu_backward_vectors(std::int64_t count, const T* y, const T* dy, T* dx) {
  for_each_vector(count, [&](auto d, std::int64_t i) HWY_ATTR {
    const auto passes = hn::Gt(load(d, y + i), hn::Zero(d));
    store<false>(hn::IfThenElseZero(passes, load(d, dy + i)), d, dx + i);
  });
}

template <class T>
void add_vectors(std::int64_t count, const T* a, const T* b, T* sum) {
  for_each_vector(count, [&](auto d, std::int64_t i) HWY_ATTR {
    store<false>(hn::Add(load(d, a + i), load(d, b + i)), d, sum + i);
  });
}

void relu_vectors_f32(std::int64_t count, const float* x, float* y) { relu_vectors(count, x, y); }

void relu_vectors_bf16(std::int64_t count, const BFloat16* x, BFloat16* y) {
  relu_vectors(count, x, y);
}

void relu_backward_vectors_f32(std::int64_t count, const float* y, const float* dy, float* dx) {
  relu_backward_vectors(count, y, dy, dx);
}

void relu_backward_vectors_bf16(std::int64_t count, const BFloat16* y, const BFloat16* dy,
                                BFloat16* dx) {
  relu_backward_vectors(count, y, dy, dx);
}

void add_vectors_f32(std::int64_t count, const float* a, const float* b, float* sum) {
  add_vectors(count, a, b, sum);
}

void add_vectors_bf16(std::int64_t count, const BFloat16* a, const BFloat16* b, BFloat16* sum) {
  add_vectors(count, a, b, sum);
}

}  // namespace HWY_NAMESPACE
}  // namespace resnet_bench::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resnet_bench::cpu {

HWY_EXPORT(relu_vectors_f32);
HWY_EXPORT(relu_vectors_bf16);
HWY_EXPORT(relu_backward_vectors_f32);
HWY_EXPORT(relu_backward_vectors_bf16);
HWY_EXPORT(add_vectors_f32);
HWY_EXPORT(add_vectors_bf16);

void relu(std::int64_t count, const float* x, float* y) {
  HWY_DYNAMIC_DISPATCH(relu_vectors_f32)(count, x, y);
}

void relu(std::int64_t count, const BFloat16* x, BFloat16* y) {
  HWY_DYNAMIC_DISPATCH(relu_vectors_bf16)(count, x, y);
}

void relu_backward(std::int64_t count, const float* y, const float* dy, float* dx) {
  HWY_DYNAMIC_DISPATCH(relu_backward_vectors_f32)(count, y, dy, dx);
}

void relu_backward(std::int64_t count, const BFloat16* y, const BFloat16* dy, BFloat16* dx) {
  HWY_DYNAMIC_DISPATCH(relu_backward_vectors_bf16)(count, y, dy, dx);
}

void add(std::int64_t count, const float* a, const float* b, float* sum) {
  HWY_DYNAMIC_DISPATCH(add_vectors_f32)(count, a, b, sum);
}

void add(std::int64_t count, const BFloat16* a, const BFloat16* b, BFloat16* sum) {
  HWY_DYNAMIC_DISPATCH(add_vectors_bf16)(count, a, b, sum);
}

}  // namespace resnet_bench::cpu
#endif
