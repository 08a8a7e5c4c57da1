#pragma once

#include "backends/cuda/kernel.hpp"
#include "backends/cuda/launch.hpp"

#include <algorithm>
#include <cstdint>

namespace resnet_bench::cuda {

/// f(i) for i in [0, count), each thread a stride apart.
template <class F>
struct Elementwise {
  using Shared = Nothing;
  using State = Nothing;

  F f;
  std::int64_t count;

  __host__ __device__ int phases() const { return 1; }
  __host__ __device__ void run(int, const Thread& thread, State&, Shared&) const {
    const std::int64_t stride = static_cast<std::int64_t>(thread.blocks) * thread.threads;
    std::int64_t i = static_cast<std::int64_t>(thread.block) * thread.threads + thread.thread;
    for (; i < count; i += stride) f(i);
  }
};

template <class F>
void for_each(cudaStream_t stream, std::int64_t count, const F& f, const char* name) {
  constexpr std::int64_t most_blocks = 8192;  // several waves on the largest device
  const std::int64_t blocks = (count + block_threads - 1) / block_threads;
  if (count == 0) return;
  launch(stream, {.blocks = static_cast<unsigned>(std::min(blocks, most_blocks))},
         Elementwise<F>{f, count}, name);
}

}  // namespace resnet_bench::cuda
