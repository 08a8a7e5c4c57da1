#pragma once

#include <cuda_runtime_api.h>

/// The CUDA runtime with errors as exceptions and resources as objects.
namespace resnet_bench::cuda {

/// Throws RunError with the call, CUDA's own words and its name of the error.
void check(cudaError_t status, const char* call);

/// The same for calls that wait, which report what an earlier step did.
void check_waited(cudaError_t status, const char* call);

}  // namespace resnet_bench::cuda
