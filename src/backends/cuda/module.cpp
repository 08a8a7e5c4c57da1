#include "backends/cuda/cuda_backend.hpp"
#include "backends/cuda/device.hpp"
#include "backends/cuda/module_interface.hpp"

#include <spdlog/spdlog.h>

namespace resnet_bench::cuda {
namespace {

std::unique_ptr<Backend> make(const CudaBackendOptions& options,
                              std::shared_ptr<spdlog::logger> logger) {
  spdlog::set_default_logger(std::move(logger));
  return make_cuda_backend(options);
}

}  // namespace
}  // namespace resnet_bench::cuda

extern "C" __attribute__((visibility("default"))) const resnet_bench::CudaModule*
resnet_bench_cuda_module() {
  static const resnet_bench::CudaModule module{
      .version = resnet_bench::cuda_module_version,
      .build_hash = RESNET_BENCH_CUDA_BUILD_HASH,
      .make = resnet_bench::cuda::make,
      .describe = resnet_bench::cuda::describe_device,
  };
  return &module;
}
