#include "backends/cpu/kernels/sgd.hpp"

// The order matters to Highway.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/kernels/sgd.cpp"
#include <hwy/foreach_target.h>
#include "backends/cpu/kernels/vectors-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace resnet_bench::cpu {
namespace HWY_NAMESPACE {

void sgd_vectors(const SgdFactors& f, std::int64_t count, const float* gradient, float* value,
                 float* momentum) {
  for_each_vector(count, [&](auto d, std::int64_t i) HWY_ATTR {
    const auto w = hn::LoadU(d, value + i);
    const auto g = hn::MulAdd(hn::Set(d, f.weight_decay), w,
                              hn::Mul(hn::Set(d, f.gradient), hn::LoadU(d, gradient + i)));
    const auto v = hn::MulAdd(hn::Set(d, f.momentum), hn::LoadU(d, momentum + i), g);
    hn::StoreU(v, d, momentum + i);
    hn::StoreU(hn::NegMulAdd(hn::Set(d, f.learning_rate), v, w), d, value + i);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace resnet_bench::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resnet_bench::cpu {

HWY_EXPORT(sgd_vectors);

void sgd(const SgdFactors& factors, std::int64_t count, const float* gradient, float* value,
         float* momentum) {
  HWY_DYNAMIC_DISPATCH(sgd_vectors)(factors, count, gradient, value, momentum);
}

}  // namespace resnet_bench::cpu
#endif
