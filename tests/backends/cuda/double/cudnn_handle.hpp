#pragma once

#include "backends/cuda/double/registry.hpp"

#include <cudnn.h>

/// The object behind cuDNN's handle, whose tag the real header declares.
struct cudnnContext {
  cudaStream_t stream = nullptr;
};

namespace cuda_double {

Registry<cudnnContext>& cudnn_handles();

/// That cudnnGetVersion gives; reset() brings back that of the headers.
void set_cudnn_version(std::size_t version);

}  // namespace cuda_double
