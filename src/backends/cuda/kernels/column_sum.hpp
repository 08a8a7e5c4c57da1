#pragma once

#include "resnet_bench/tensor.hpp"

#include <cstdint>
#include <cuda_runtime_api.h>

namespace resnet_bench::cuda {

/// sum[c] = sum over rows of matrix[r, c], row-major: a bias's gradient.
void column_sum(cudaStream_t stream, DataType type, std::int64_t rows, std::int64_t columns,
                const void* matrix, float* sum);

}  // namespace resnet_bench::cuda
