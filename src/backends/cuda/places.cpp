#include "backends/cuda/places.hpp"

#include <algorithm>
#include <system_error>

namespace resnet_bench {
namespace {

namespace fs = std::filesystem;

/// The folders called `prefix`... in `parent`, newest Python first: names sort so.
std::vector<fs::path> folders_like(const fs::path& parent, const std::string& prefix) {
  std::vector<fs::path> folders;
  std::error_code none;  // not there or not readable: none of them
  for (const auto& entry : fs::directory_iterator(parent, none)) {
    if (entry.path().filename().string().rfind(prefix, 0) == 0) folders.push_back(entry.path());
  }
  std::sort(folders.rbegin(), folders.rend());
  return folders;
}

/// pip's wheels put libraries below site-packages/nvidia: a folder a library up to CUDA 12, one for
/// the toolkit from 13 on.
void add_packages(const fs::path& library, std::vector<fs::path>& folders) {
  for (const fs::path& python : folders_like(library, "python3")) {
    for (const char* packages : {"site-packages", "dist-packages"}) {
      for (const char* part : {"cudnn", "cublas", "cu13", "cu12"}) {
        folders.push_back(python / packages / "nvidia" / part / "lib");
      }
    }
  }
}

}  // namespace

CudaPlaces usual_cuda_places(const Environment& environment, const fs::path& root) {
  CudaPlaces places;
#ifdef RESNET_BENCH_CUDA_MODULE
  std::error_code none;
  places.module = fs::read_symlink("/proc/self/exe", none).parent_path() / RESNET_BENCH_CUDA_MODULE;
  places.libraries = {"libcudnn.so.9", RESNET_BENCH_CUBLASLT};
#endif
  const auto add = [&](const std::string& variable, std::vector<fs::path>& to,
                       std::initializer_list<const char*> below) {
    const std::optional<std::string> value = environment(variable);
    if (!value || value->empty()) return;
    for (const char* folder : below) to.push_back(fs::path(*value) / folder);
  };
  for (const char* variable : {"CUDNN_PATH", "CUDNN_HOME"}) {
    add(variable, places.first, {"lib64", "lib"});
  }
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
    add(variable, places.then, {"lib64", "lib"});
  }
  for (const char* toolkit : {"usr/local/cuda/lib64", "usr/local/cuda/targets/x86_64-linux/lib"}) {
    places.then.push_back(root / toolkit);
  }
  for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    if (const auto value = environment(variable); value && !value->empty()) {
      if (variable == std::string("CONDA_PREFIX")) places.then.push_back(fs::path(*value) / "lib");
      add_packages(fs::path(*value) / "lib", places.then);
    }
  }
  if (const auto home = environment("HOME"); home && !home->empty()) {
    add_packages(fs::path(*home) / ".local/lib", places.then);
  }
  for (const char* library : {"usr/local/lib", "usr/lib"}) {
    add_packages(root / library, places.then);
  }
  std::erase_if(places.then, [](const fs::path& folder) {
    std::error_code error;
    return !fs::is_directory(folder, error);
  });
  return places;
}

}  // namespace resnet_bench
