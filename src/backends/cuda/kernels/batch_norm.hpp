#pragma once

#include "resnet_bench/tensor.hpp"

#include "backends/cuda/channels.hpp"

#include <cstdint>
#include <cuda_runtime_api.h>

/// BatchNorm, with what fusion puts behind it, in passes that read each tensor as often as any
/// implementation whose channel does not fit a block: twice x forward, twice x and dy backward.
/// Statistics are merged as (mean, sum of squared deviations), chunk by chunk in order.
namespace resnet_bench::cuda {

/// Bytes of partial sums that either direction wants.
std::int64_t batch_norm_scratch_bytes(const Channels& x, DataType type);

/// Bytes of the mask: one for each pack of elements that a thread takes at once, a bit an element;
/// 0 where it takes them singly.
std::int64_t batch_norm_mask_bytes(const Channels& x, DataType type);

struct BatchNormStatistics {
  Channels shape;
  DataType type;
  const void* x;
  void* partial;  ///< batch_norm_scratch_bytes
  float* saved_mean;
  float* saved_inv_std;
  float* running_mean;
  float* running_variance;
  float epsilon;
  float momentum;
};
/// Two launches.
void batch_norm_statistics(cudaStream_t stream, const BatchNormStatistics& arguments);

struct BatchNormApply {
  Channels shape;
  DataType type;
  const void* x;
  const void* shortcut;  ///< null: none
  void* y;
  std::uint8_t* mask;  ///< null: none; where y > 0
  const float* gamma;
  const float* beta;
  const float* mean;
  const float* spread;  ///< 1 / sqrt(variance + epsilon), or the variance itself
  bool spread_is_variance;
  float epsilon;
  bool relu;
};
void batch_norm_apply(cudaStream_t stream, const BatchNormApply& arguments);

struct BatchNormBackward {
  Channels shape;
  DataType type;
  const void* x;
  const void* y;             ///< null: no ReLU was fused, or mask is given
  const std::uint8_t* mask;  ///< as the forward wrote it; null: none
  const void* dy;
  const void* dy2;  ///< null: none
  const float* gamma;
  const float* saved_mean;
  const float* saved_inv_std;
  void* dx;         ///< null: not wanted
  void* dshortcut;  ///< null: none
  float* dgamma;
  float* dbeta;
  void* partial;
};
/// Three launches: sums over chunks (which also writes dshortcut), their merging, dx.
void batch_norm_backward(cudaStream_t stream, const BatchNormBackward& arguments);

}  // namespace resnet_bench::cuda
