#include "backends/cuda/device.hpp"

#include "resnet_bench/error.hpp"

#include "backends/cuda/cudnn/descriptor.hpp"

namespace resnet_bench::cuda {
namespace {

/// Makes the device current before anything of it is made.
int checked_index(int index) {
  int count = 0;
  check(cudaGetDeviceCount(&count), "cudaGetDeviceCount");
  if (index >= count) {
    throw Refusal("--device cuda:" + std::to_string(index) + ": this machine shows " +
                  std::to_string(count) + (count == 1 ? " GPU" : " GPUs") + "; allowed: cuda:0" +
                  (count > 1 ? " to cuda:" + std::to_string(count - 1) : ""));
  }
  check(cudaSetDevice(index), "cudaSetDevice");
  return index;
}

std::string three_numbers(std::int64_t major, std::int64_t minor, std::int64_t patch) {
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

}  // namespace

void check(cublasStatus_t status, const char* call) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw RunError(std::string(call) + ": " + cublasLtGetStatusString(status) + " (" +
                 cublasLtGetStatusName(status) + ")");
}

Device::Device(int index) : index_(checked_index(index)) {
  check(cudaStreamCreateWithFlags(stream_.out(), cudaStreamNonBlocking),
        "cudaStreamCreateWithFlags");
  check(cudnnCreate(cudnn_.out()), "cudnnCreate");
  check(cudnnSetStream(cudnn(), stream()), "cudnnSetStream");
  check(cublasLtCreate(blas_.out()), "cublasLtCreate");
}

std::string Device::name() const {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, index_), "cudaGetDeviceProperties");
  return properties.name;
}

std::string Device::bus_id() const {
  char text[32] = {};
  check(cudaDeviceGetPCIBusId(text, sizeof text, index_), "cudaDeviceGetPCIBusId");
  return text;
}

int Device::architecture() const {
  int major = 0;
  int minor = 0;
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, index_),
        "cudaDeviceGetAttribute");
  check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, index_),
        "cudaDeviceGetAttribute");
  return 10 * major + minor;
}

std::map<std::string, std::string> Device::libraries() {
  int driver = 0;
  int runtime = 0;
  check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  const auto cuda = [](int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
  };
  const auto cudnn = static_cast<std::int64_t>(cudnnGetVersion());
  const auto blas = static_cast<std::int64_t>(cublasLtGetVersion());
  return {{"CUDA driver", cuda(driver)},
          {"CUDA runtime", cuda(runtime)},
          {"cuDNN", three_numbers(cudnn / 10000, cudnn / 100 % 100, cudnn % 100)},
          {"cuBLASLt", three_numbers(blas / 10000, blas / 100 % 100, blas % 100)}};
}

void Device::wait() const {
  check_waited(cudaStreamSynchronize(stream()), "cudaStreamSynchronize");
}

}  // namespace resnet_bench::cuda
