#pragma once

#include <string>

namespace resnet_bench {

struct CudaAvailability {
  bool available = false;
  std::string explanation;  ///< one line, without the device's name in front
};

/// Whether the cuda backend, a module loaded on demand, is there. The rest of the program knows
/// nothing of CUDA.
CudaAvailability find_cuda();

}  // namespace resnet_bench
