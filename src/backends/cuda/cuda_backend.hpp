#pragma once

#include "resnet_bench/backend.hpp"

#include "backends/cuda/module_interface.hpp"

#include <memory>
#include <string>

namespace resnet_bench::cuda {

/// Convolutions by cuDNN's backend API, products of matrices by cuBLASLt, kernels of our own for
/// what memory binds; all on one stream. Each result has the same bits for the same plan: no engine
/// whose bits vary is taken. Throws Refusal for what options do not allow.
std::unique_ptr<Backend> make_cuda_backend(const CudaBackendOptions& options);

/// See CudaModule::describe.
std::string describe_device(int device);

}  // namespace resnet_bench::cuda
