#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace resnet_bench {

/// Where the cuda backend's files are looked for.
struct CudaPlaces {
  std::filesystem::path module;  ///< the module itself; empty: this build has none
  std::string driver = "libcuda.so.1";
  /// Names that the module was linked to, and that it cannot be loaded without.
  std::vector<std::string> libraries;
  /// Asked for by the environment: before the system's own folders.
  std::vector<std::filesystem::path> first;
  /// Looked through for what the system's loader does not find: the toolkit, pip's packages, conda.
  std::vector<std::filesystem::path> then;
};

using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// This build's module, beside the program, and what the environment tells: CUDNN_PATH and
/// CUDNN_HOME first; then CUDA_PATH, CUDA_HOME and /usr/local/cuda, and `nvidia/cudnn/lib` and
/// `nvidia/cublas/lib` of VIRTUAL_ENV, CONDA_PREFIX, the user's and the system's Python packages.
CudaPlaces usual_cuda_places(const Environment& environment,
                             const std::filesystem::path& root = "/");

}  // namespace resnet_bench
