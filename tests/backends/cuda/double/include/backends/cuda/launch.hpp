#pragma once

#include "backends/cuda/double/launch_order.hpp"
#include "backends/cuda/kernel.hpp"

#include <algorithm>
#include <cstring>
#include <cuda_runtime_api.h>
#include <functional>
#include <type_traits>
#include <vector>

/// Stands in the way of src/backends/cuda/launch.hpp: a kernel is a loop over the grid, done when
/// the stream's turn comes.
namespace cuda_double {

/// Puts a kernel's work on the stream and throws what the real launch() throws where that fails.
void launch_late(cudaStream_t stream, const resnet_bench::cuda::Grid& grid, const char* name,
                 std::function<void()> work);

/// Every thread of a block does a phase before any does the next. Shared memory begins as NaN.
template <class Kernel>
void run_grid(const resnet_bench::cuda::Grid& grid, const Kernel& kernel) {
  const auto place = [](unsigned i, unsigned count) {
    return threads_run_backwards() ? count - 1 - i : i;
  };
  std::vector<typename Kernel::State> states(grid.threads);
  for (unsigned b = 0; b < grid.blocks; ++b) {
    typename Kernel::Shared shared;
    std::memset(static_cast<void*>(&shared), 0xff, sizeof shared);
    std::fill(states.begin(), states.end(), typename Kernel::State{});
    for (int phase = 0; phase < kernel.phases(); ++phase) {
      for (unsigned t = 0; t < grid.threads; ++t) {
        const resnet_bench::cuda::Thread thread{place(b, grid.blocks), place(t, grid.threads),
                                                grid.blocks, grid.threads};
        kernel.run(phase, thread, states[thread.thread], shared);
      }
    }
  }
}

}  // namespace cuda_double

namespace resnet_bench::cuda {

template <class Kernel>
void launch(cudaStream_t stream, const Grid& grid, const Kernel& kernel, const char* name) {
  static_assert(std::is_trivially_copyable_v<Kernel>, "kernels are copied to the device");
  static_assert(sizeof(Kernel) <= 4096, "the most that a launch takes as arguments");
  cuda_double::launch_late(stream, grid, name,
                           [grid, kernel] { cuda_double::run_grid(grid, kernel); });
}

}  // namespace resnet_bench::cuda
