#include "backends/cuda/loader.hpp"

namespace resnet_bench {

CudaAvailability find_cuda() { return {false, "this build has no cuda backend"}; }

}  // namespace resnet_bench
