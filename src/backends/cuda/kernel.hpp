#pragma once

#include <cuda_runtime_api.h>

namespace resnet_bench::cuda {

/// Blocks are as large in every kernel here.
constexpr unsigned block_threads = 256;

/// One-dimensional: kernels work on lists.
struct Grid {
  unsigned blocks = 1;
  unsigned threads = block_threads;
};

/// Who runs.
struct Thread {
  unsigned block, thread, blocks, threads;
};

/// A kernel is an object that is copied to the device, and
///   struct Shared             memory of a block, of indeterminate value at first
///   struct State              of a thread, zero at first; both live through all phases
///   int phases() const        a barrier of the block stands between phases
///   void run(int phase, const Thread&, State&, Shared&) const
/// so that a host can run it too: for each block, for each phase, for all threads. A phase must not
/// read what another thread of the block writes in the same phase.
struct Nothing {};

}  // namespace resnet_bench::cuda
