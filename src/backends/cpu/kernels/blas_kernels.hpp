#pragma once

#include <string>

namespace resnet_bench::cpu {

/// Prepares OpenBLAS for this process; not while a product is running. Afterwards
/// - each GEMM runs in the thread that calls it. The threads are ours, because OpenBLAS's own
///   splitting of tall, narrow products reaches 99-150 GFLOP/s where two calls side by side reach
///   250 (two cores, 0.3.21);
/// - a processor newer than the library has the kernels for its instruction set, where the library,
///   not knowing the model, fell back to those for SSE3, which are 5 times slower (0.3.21 on
///   Emerald Rapids). OPENBLAS_CORETYPE, if set, is left to decide.
void prepare_blas();

/// The library's version, the kernels in use and whose threads it was built for, ours or not:
/// "0.3.21 SkylakeX pthreads".
std::string blas_version();

}  // namespace resnet_bench::cpu
