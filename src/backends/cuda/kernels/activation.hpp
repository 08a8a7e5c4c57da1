#pragma once

#include "resnet_bench/tensor.hpp"

#include <cstdint>
#include <cuda_runtime_api.h>

/// Of `count` elements in whatever layout; outputs may be inputs' memory.
namespace resnet_bench::cuda {

/// y = max(0, x); NaN stays, so that it is seen in the loss.
void relu_forward(cudaStream_t stream, DataType type, std::int64_t count, const void* x, void* y);
/// dx = dy where y > 0, else 0.
void relu_backward(cudaStream_t stream, DataType type, std::int64_t count, const void* y,
                   const void* dy, void* dx);
/// sum = a + b.
void add(cudaStream_t stream, DataType type, std::int64_t count, const void* a, const void* b,
         void* sum);

}  // namespace resnet_bench::cuda
