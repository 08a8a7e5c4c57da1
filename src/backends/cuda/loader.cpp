#include "backends/cuda/loader.hpp"

#include <spdlog/spdlog.h>

#include <cstdlib>
#include <dlfcn.h>
#include <system_error>

namespace resnet_bench {
namespace {

namespace fs = std::filesystem;

std::string loader_words() {
  const char* words = dlerror();
  return words == nullptr ? "no reason given" : words;
}

template <class Function>
Function* symbol(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

std::string cuda_version(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// By the driver itself, which is small and on every machine with a GPU, before anything large is
/// loaded. Its API is C and its first calls have not changed since CUDA 2.
void check_driver(const std::string& name) {
  void* driver = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (driver == nullptr) {
    throw CudaUnavailable("no NVIDIA driver (" + loader_words() +
                          "); install it, or give the container the GPU (--gpus all)");
  }
  auto* init = symbol<int(unsigned)>(driver, "cuInit");
  auto* count_devices = symbol<int(int*)>(driver, "cuDeviceGetCount");
  auto* get_version = symbol<int(int*)>(driver, "cuDriverGetVersion");
  if (init == nullptr || count_devices == nullptr || get_version == nullptr) {
    throw CudaUnavailable("the NVIDIA driver's " + name + " is not what it should be (" +
                          loader_words() + "); install the driver anew");
  }
  const int status = init(0);
  int count = 0;
  if (status != 0 || count_devices(&count) != 0 || count == 0) {
    throw CudaUnavailable("the NVIDIA driver shows no GPU (cuInit gave " + std::to_string(status) +
                          "); nvidia-smi must list one, and CUDA_VISIBLE_DEVICES not hide it");
  }
#ifdef RESNET_BENCH_CUDA_MAJOR
  int version = 0;
  get_version(&version);
  if (version / 1000 < RESNET_BENCH_CUDA_MAJOR) {
    throw CudaUnavailable("the NVIDIA driver is for CUDA " + cuda_version(version) +
                          ", this build for CUDA " + std::to_string(RESNET_BENCH_CUDA_MAJOR) +
                          "; install a newer driver, or build with the toolkit of CUDA " +
                          std::to_string(version / 1000));
  }
#endif
}

/// A library that is in the process already is taken for the one that a module was linked to.
bool load_from(const std::vector<fs::path>& folders, const std::string& name) {
  for (const fs::path& folder : folders) {
    std::error_code error;
    const fs::path file = folder / name;
    if (!fs::exists(file, error)) continue;
    if (dlopen(file.c_str(), RTLD_LAZY | RTLD_GLOBAL) != nullptr) {
      spdlog::debug("{} taken from {}", name, folder.string());
      return true;
    }
    spdlog::debug("{}", loader_words());
  }
  return false;
}

void load_libraries(const CudaPlaces& places) {
  for (const std::string& name : places.libraries) {
    if (load_from(places.first, name)) continue;
    if (dlopen(name.c_str(), RTLD_LAZY | RTLD_GLOBAL) != nullptr) continue;
    if (load_from(places.then, name)) continue;
    std::string looked = "the system's folders";
    for (const auto* folders : {&places.first, &places.then}) {
      for (const fs::path& folder : *folders) looked += ", " + folder.string();
    }
    throw CudaUnavailable(
        name + " was not found in " + looked +
        "; install cuDNN 9 and CUDA's libraries, or name cuDNN's folder in CUDNN_PATH");
  }
}

const CudaModule& load_module(const CudaPlaces& places) {
  if (places.module.empty()) {
    throw CudaUnavailable(
        "this build has no cuda backend; it is built where the CUDA toolkit, 12 or 13, and "
        "cuDNN 9 are found");
  }
  check_driver(places.driver);
  std::error_code error;
  if (!fs::exists(places.module, error)) {
    throw CudaUnavailable("the cuda backend's " + places.module.string() +
                          " is not there; keep it beside the program, or build anew");
  }
  load_libraries(places);
  void* library = dlopen(places.module.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) {
    throw CudaUnavailable("the cuda backend cannot be loaded (" + loader_words() + ")");
  }
  auto* get = symbol<CudaModuleFunction>(library, cuda_module_symbol);
  if (get == nullptr) {
    throw CudaUnavailable(places.module.string() + " is no cuda backend of resnet_bench (" +
                          loader_words() + ")");
  }
  const CudaModule& module = *get();
  // What differs in version may differ in all behind it.
  const std::string hash = module.version == cuda_module_version ? module.build_hash : "unknown";
  if (module.version != cuda_module_version || hash != RESNET_BENCH_BUILD_HASH) {
    throw CudaUnavailable("the program and " + places.module.string() +
                          " are of different builds: interface " +
                          std::to_string(cuda_module_version) +
                          ", build " RESNET_BENCH_BUILD_HASH ", against interface " +
                          std::to_string(module.version) + ", build " + hash + "; build both anew");
  }
  return module;
}

CudaPlaces places_here() {
  return usual_cuda_places([](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  });
}

}  // namespace

CudaAvailability find_cuda() { return find_cuda(places_here()); }

CudaAvailability find_cuda(const CudaPlaces& places) {
  try {
    return {true, load_module(places).describe(0)};
  } catch (const std::exception& error) {
    return {false, error.what()};
  }
}

std::unique_ptr<Backend> make_cuda_backend(const CudaBackendOptions& options) {
  return make_cuda_backend(options, places_here());
}

std::unique_ptr<Backend> make_cuda_backend(const CudaBackendOptions& options,
                                           const CudaPlaces& places) {
  const CudaModule& module = load_module(places);
  try {
    return module.make(options, spdlog::default_logger());
  } catch (const RunError& error) {
    throw CudaUnavailable(std::string("the GPU cannot be used: ") + error.what());
  }
}

}  // namespace resnet_bench
