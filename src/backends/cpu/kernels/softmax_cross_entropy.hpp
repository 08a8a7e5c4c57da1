#pragma once

#include <cstdint>

namespace resnet_bench::cpu {

/// Writes softmax(logits) of one row to `probabilities` and returns -log of the label's, computed
/// from the logits less their maximum, so that neither overflows nor loses the small ones.
/// label: in [0, classes).
double softmax_cross_entropy_row(std::int64_t classes, const float* logits, std::int32_t label,
                                 float* probabilities);

/// dlogits = (probabilities - onehot(label)) * factor for one row. dlogits may be probabilities.
void softmax_cross_entropy_backward_row(std::int64_t classes, float factor,
                                        const float* probabilities, std::int32_t label,
                                        float* dlogits);

}  // namespace resnet_bench::cpu
