#pragma once

#include "resnet_bench/ops.hpp"

#include <cstdint>
#include <cuda_runtime_api.h>
#include <span>

namespace resnet_bench::cuda {

/// One tensor of the update, in fp32, and a copy of the new value in another type.
struct SgdTensor {
  float* value;
  const float* gradient;
  float* momentum;
  void* copy;  ///< null: none
  std::int64_t elements;
};

/// As SgdDesc; copies are of type `copies`. About a launch for each eighty tensors.
void sgd_update(cudaStream_t stream, const SgdDesc& desc, DataType copies,
                std::span<const SgdTensor> tensors);

}  // namespace resnet_bench::cuda
