#pragma once

#include "resnet_bench/backend.hpp"

#include <memory>
#include <string>
#include <vector>

namespace resnet_bench {

struct CpuBackendOptions {
  /// Threads of every op, the calling one among them. Any number from 1; more than the cores that
  /// this process may use only costs.
  int threads = 1;
  Precision precision = Precision::fp32;
  /// nhwc, blocked (by channels, as oneDNN wants them on this processor), or auto: blocked where
  /// the algorithms asked for can.
  std::string layout = "auto";
  std::string conv = "library";  ///< see ConvChooser
  bool measure = true;           ///< false: auto takes the library's choice where none is recalled
};

/// fp32, or bf16 where oneDNN is here and the processor has instructions for it (AVX512-BF16, AMX).
/// oneDNN, where this build has it, and in fp32 OpenBLAS for convolutions; OpenBLAS for other
/// products of matrices, called in one thread by each of ours; our own SIMD kernels for what memory
/// binds. Each result has the same bits for the same plan and thread count. Sets OpenBLAS to one
/// thread, and denormals to zero in the threads that compute, for the whole process. Throws Refusal
/// for what options do not allow.
std::unique_ptr<Backend> make_cpu_backend(const CpuBackendOptions& options);

/// A way to compute convolutions, and what it is or why it is not here.
struct CpuConvAlgorithm {
  std::string name;
  bool available = false;
  std::string description;
};

std::vector<CpuConvAlgorithm> cpu_conv_algorithms();

}  // namespace resnet_bench
