#pragma once

#include "resnet_bench/tensor.hpp"

#include <cstdint>
#include <cuda_runtime_api.h>

namespace resnet_bench::cuda {

/// to[i] = from[i] in another floating-point type, rounded to nearest, ties to even.
void cast(cudaStream_t stream, DataType from_type, DataType to_type, std::int64_t count,
          const void* from, void* to);

}  // namespace resnet_bench::cuda
