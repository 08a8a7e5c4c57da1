#pragma once

#include "resnet_bench/tensor.hpp"

#include "backends/cuda/layouts.hpp"

#include <cuda_runtime_api.h>

namespace resnet_bench::cuda {

/// y = x between two layouts, a padded one's padding written with zeros.
void reorder(cudaStream_t stream, DataType type, const Strides& x, const Strides& y,
             const void* from, void* to);

}  // namespace resnet_bench::cuda
