#include "backends/cpu/kernels/average_pool.hpp"

// The order matters to Highway.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/kernels/average_pool.cpp"
#include <hwy/foreach_target.h>
#include "backends/cpu/kernels/vectors-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace resnet_bench::cpu {
namespace HWY_NAMESPACE {

template <class T>
void average(std::int64_t pixels, std::int64_t channels, std::int64_t begin, std::int64_t end,
             const T* x, T* y) {
  const float factor = 1.0F / static_cast<float>(pixels);
  for_each_vector(end - begin, [&](auto d, std::int64_t i) HWY_ATTR {
    auto sum = hn::Zero(d);
    for (std::int64_t pixel = 0; pixel < pixels; ++pixel) {
      sum = hn::Add(sum, load(d, x + pixel * channels + begin + i));
    }
    store<false>(hn::Mul(sum, hn::Set(d, factor)), d, y + begin + i);
  });
}

template <class T>
void average_backward(std::int64_t pixels, std::int64_t channels, const T* dy, T* dx) {
  const float factor = 1.0F / static_cast<float>(pixels);
  for (std::int64_t pixel = 0; pixel < pixels; ++pixel) {
    for_each_vector(channels, [&](auto d, std::int64_t c) HWY_ATTR {
      store<false>(hn::Mul(load(d, dy + c), hn::Set(d, factor)), d, dx + pixel * channels + c);
    });
  }
}

void average_f32(std::int64_t pixels, std::int64_t channels, std::int64_t channel_begin,
                 std::int64_t channel_end, const float* x, float* y) {
  average(pixels, channels, channel_begin, channel_end, x, y);
}

void average_bf16(std::int64_t pixels, std::int64_t channels, std::int64_t channel_begin,
                  std::int64_t channel_end, const BFloat16* x, BFloat16* y) {
  average(pixels, channels, channel_begin, channel_end, x, y);
}

void average_backward_f32(std::int64_t pixels, std::int64_t channels, const float* dy, float* dx) {
  average_backward(pixels, channels, dy, dx);
}

void average_backward_bf16(std::int64_t pixels, std::int64_t channels, const BFloat16* dy,
                           BFloat16* dx) {
  average_backward(pixels, channels, dy, dx);
}

}  // namespace HWY_NAMESPACE
}  // namespace resnet_bench::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resnet_bench::cpu {

HWY_EXPORT(average_f32);
HWY_EXPORT(average_bf16);
HWY_EXPORT(average_backward_f32);
HWY_EXPORT(average_backward_bf16);

void average_pool(std::int64_t pixels, std::int64_t channels, std::int64_t channel_begin,
                  std::int64_t channel_end, const float* x, float* y) {
  HWY_DYNAMIC_DISPATCH(average_f32)(pixels, channels, channel_begin, channel_end, x, y);
}

void average_pool(std::int64_t pixels, std::int64_t channels, std::int64_t channel_begin,
                  std::int64_t channel_end, const BFloat16* x, BFloat16* y) {
  HWY_DYNAMIC_DISPATCH(average_bf16)(pixels, channels, channel_begin, channel_end, x, y);
}

void average_pool_backward(std::int64_t pixels, std::int64_t channels, const float* dy, float* dx) {
  HWY_DYNAMIC_DISPATCH(average_backward_f32)(pixels, channels, dy, dx);
}

void average_pool_backward(std::int64_t pixels, std::int64_t channels, const BFloat16* dy,
                           BFloat16* dx) {
  HWY_DYNAMIC_DISPATCH(average_backward_bf16)(pixels, channels, dy, dx);
}

}  // namespace resnet_bench::cpu
#endif
