#include "backends/cuda/module_interface.hpp"

/// A cuda backend of another build.
extern "C" const resnet_bench::CudaModule* resnet_bench_cuda_module() {
  static const resnet_bench::CudaModule module{
      .version = FAKE_VERSION, .build_hash = "another", .make = nullptr, .describe = nullptr};
  return &module;
}
