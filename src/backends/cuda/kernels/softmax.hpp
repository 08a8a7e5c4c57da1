#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

/// Softmax and cross-entropy over rows of `classes` logits, all in fp32.
namespace resnet_bench::cuda {

struct SoftmaxForward {
  std::int64_t rows, classes;
  const float* logits;
  const std::int32_t* labels;
  float* row_scratch;  ///< rows: the logarithms of the sums of exponentials
  float* probabilities;
  float* loss;  ///< one element: the mean over rows
};
/// Three launches: log of sums, probabilities, mean loss.
void softmax_forward(cudaStream_t stream, const SoftmaxForward& arguments);

/// dlogits = (probabilities - one-hot label) * scale.
void softmax_backward(cudaStream_t stream, std::int64_t rows, std::int64_t classes,
                      const float* probabilities, const std::int32_t* labels, float scale,
                      float* dlogits);

}  // namespace resnet_bench::cuda
