#pragma once

#include <cstdint>

namespace resnet_bench::cpu {

struct SgdFactors {
  float learning_rate, momentum, weight_decay, gradient;
};

/// momentum = f.momentum * momentum + (f.gradient * gradient + f.weight_decay * value);
/// value -= f.learning_rate * momentum.
void sgd(const SgdFactors& factors, std::int64_t count, const float* gradient, float* value,
         float* momentum);

}  // namespace resnet_bench::cpu
