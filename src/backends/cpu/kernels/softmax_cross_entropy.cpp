#include "backends/cpu/kernels/softmax_cross_entropy.hpp"

#include <algorithm>
#include <cmath>

namespace resnet_bench::cpu {

double softmax_cross_entropy_row(std::int64_t classes, const float* logits, std::int32_t label,
                                 float* probabilities) {
  const double maximum = static_cast<double>(*std::max_element(logits, logits + classes));
  double sum = 0.0;
  for (std::int64_t c = 0; c < classes; ++c) {
    sum += std::exp(static_cast<double>(logits[c]) - maximum);
  }
  const double log_sum = std::log(sum) + maximum;
  const double loss = log_sum - static_cast<double>(logits[label]);
  for (std::int64_t c = 0; c < classes; ++c) {
    probabilities[c] = static_cast<float>(std::exp(static_cast<double>(logits[c]) - log_sum));
  }
  return loss;
}

void softmax_cross_entropy_backward_row(std::int64_t classes, float factor,
                                        const float* probabilities, std::int32_t label,
                                        float* dlogits) {
  for (std::int64_t c = 0; c < classes; ++c) {
    dlogits[c] = (probabilities[c] - (c == label ? 1.0F : 0.0F)) * factor;
  }
}

}  // namespace resnet_bench::cpu
