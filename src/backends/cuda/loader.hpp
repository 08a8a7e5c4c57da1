#pragma once

#include "resnet_bench/error.hpp"

#include "backends/cuda/module_interface.hpp"
#include "backends/cuda/places.hpp"

#include <memory>
#include <string>

/// The cuda backend as the rest of the program sees it: a module loaded on demand, once, and never
/// unloaded. Without one nothing of CUDA is in the process.
namespace resnet_bench {

/// Nothing can run on this machine's GPU: what is missing, where it was looked for, what to do.
class CudaUnavailable : public Refusal {
 public:
  using Refusal::Refusal;
};

struct CudaAvailability {
  bool available = false;
  std::string explanation;  ///< one line, without the device's name in front
};

/// Whether a network could run on the first GPU, and what it is; else as CudaUnavailable.
CudaAvailability find_cuda();
CudaAvailability find_cuda(const CudaPlaces& places);

/// Throws CudaUnavailable, and Refusal for what options do not allow.
std::unique_ptr<Backend> make_cuda_backend(const CudaBackendOptions& options);
std::unique_ptr<Backend> make_cuda_backend(const CudaBackendOptions& options,
                                           const CudaPlaces& places);

}  // namespace resnet_bench
