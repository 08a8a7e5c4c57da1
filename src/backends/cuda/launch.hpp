#pragma once

#include "backends/cuda/kernel.hpp"
#include "backends/cuda/runtime.hpp"

namespace resnet_bench::cuda {

template <class Kernel>
__global__ void __launch_bounds__(block_threads) run_kernel(const Kernel kernel) {
  __shared__ typename Kernel::Shared shared;
  typename Kernel::State state{};
  const Thread thread{blockIdx.x, threadIdx.x, gridDim.x, blockDim.x};
  const int phases = kernel.phases();
  for (int phase = 0; phase < phases; ++phase) {
    if (phase > 0) __syncthreads();
    kernel.run(phase, thread, state, shared);
  }
}

/// Starts a kernel; the one place that does. `name` is for the error's text.
template <class Kernel>
void launch(cudaStream_t stream, const Grid& grid, const Kernel& kernel, const char* name) {
  static_assert(sizeof(Kernel) <= 4096, "parameters of a kernel");
  run_kernel<<<grid.blocks, grid.threads, 0, stream>>>(kernel);
  check(cudaGetLastError(), name);
}

}  // namespace resnet_bench::cuda
