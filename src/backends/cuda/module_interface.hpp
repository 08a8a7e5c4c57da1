#pragma once

#include "resnet_bench/backend.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace spdlog {
class logger;
}

/// What crosses the boundary between the program and the cuda module. Both are built from one
/// tree by one compiler, and share the C++ library and the logger; the version and the hash make
/// sure of it. Nothing here depends on LAYER_TIMING.
namespace resnet_bench {

struct CudaBackendOptions {
  int device = 0;
  Precision precision = Precision::fp32;  ///< fp32 (IEEE), tf32, fp16, bf16
  std::string layout = "auto";            ///< nhwc, nchw, or auto: nchw for fp32, else nhwc
  std::string conv = "library";           ///< see cuda::ConvChooser
  bool measure = true;  ///< false: auto takes the library's choice where none is recalled
};

/// To be raised with every change of this file or of what it includes that old modules would not
/// stand; the hash catches what is forgotten.
constexpr std::uint32_t cuda_module_version = 2;

struct CudaModule {
  std::uint32_t version;   ///< cuda_module_version; the first member for ever
  const char* build_hash;  ///< of the headers in include/ and the compiler
  /// Throws Refusal for what options do not allow and where there is no such GPU.
  std::unique_ptr<Backend> (*make)(const CudaBackendOptions&, std::shared_ptr<spdlog::logger>);
  /// "NVIDIA H200, compute capability 9.0"; throws Refusal with the reason where nothing can run.
  std::string (*describe)(int device);
};

/// The module's one symbol, and its C type.
constexpr const char* cuda_module_symbol = "resnet_bench_cuda_module";
using CudaModuleFunction = const CudaModule*();

}  // namespace resnet_bench
