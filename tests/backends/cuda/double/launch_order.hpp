#pragma once

namespace cuda_double {

/// In which order a kernel's blocks, and a block's threads, do a phase. A kernel is right where the
/// order does not matter to a single bit.
void run_threads_backwards(bool backwards);
bool threads_run_backwards();

}  // namespace cuda_double
