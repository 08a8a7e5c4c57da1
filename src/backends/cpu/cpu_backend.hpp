#pragma once

#include "resnet_bench/backend.hpp"

#include <memory>

namespace resnet_bench {

/// How convolutions are computed.
enum class CpuConv {
  openblas,           ///< products of the im2col matrix
  openblas_winograd,  ///< F(4x4, 3x3) for 3x3 of stride 1, forward and backward to the data: fewer
                      ///< products, ten times the rounding; the rest as above
};

struct CpuBackendOptions {
  /// Threads of every op, the calling one among them. Any number from 1; more than the cores that
  /// this process may use only costs.
  int threads = 1;
  CpuConv conv = CpuConv::openblas;
};

/// fp32 in NHWC: OpenBLAS for every product of matrices, called in one thread by each of ours, and
/// our own SIMD kernels for what memory binds. Each result has the same bits for the same thread
/// count. Sets OpenBLAS to one thread, and denormals to zero in the threads that compute, for the
/// whole process. Throws Refusal where threads < 1.
std::unique_ptr<Backend> make_cpu_backend(const CpuBackendOptions& options);

}  // namespace resnet_bench
