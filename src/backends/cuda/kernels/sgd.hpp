#pragma once

#include "resnet_bench/ops.hpp"

#include <cstdint>
#include <cuda_runtime_api.h>
#include <span>

namespace resnet_bench::cuda {

/// One tensor of the update, all fp32.
struct SgdTensor {
  float* value;
  const float* gradient;
  float* momentum;
  std::int64_t elements;
};

/// As SgdDesc, with gradients multiplied by gradient_scale first. About a launch for each hundred
/// tensors.
void sgd_update(cudaStream_t stream, const SgdDesc& desc, float gradient_scale,
                std::span<const SgdTensor> tensors);

}  // namespace resnet_bench::cuda
