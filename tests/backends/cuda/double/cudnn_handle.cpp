#include "backends/cuda/double/cudnn_handle.hpp"

#include "backends/cuda/double/cudnn_descriptors.hpp"
#include "backends/cuda/double/streams.hpp"

#include <cstdio>

namespace cuda_double {
namespace {

std::string last_words;
std::size_t version = CUDNN_VERSION;

[[maybe_unused]] const bool registered = [] {
  register_kind(
      "cuDNN version", [] { return std::int64_t{0}; },
      [] {
        version = CUDNN_VERSION;
        last_words.clear();
      });
  return true;
}();

}  // namespace

Registry<cudnnContext>& cudnn_handles() { return Registry<cudnnContext>::of("cuDNN handle"); }

void set_cudnn_version(std::size_t changed) { version = changed; }

cudnnStatus_t refuse(cudnnStatus_t status, const std::string& words) {
  last_words = words;
  // Those from 3000 to 3999 say that something is not supported.
  if (status < CUDNN_STATUS_NOT_SUPPORTED || status >= CUDNN_STATUS_INTERNAL_ERROR) complain(words);
  return status;
}

}  // namespace cuda_double

using cuda_double::cudnn_handles;
using cuda_double::enter;

extern "C" {

std::size_t CUDNNWINAPI cudnnGetVersion() { return cuda_double::version; }

cudnnStatus_t CUDNNWINAPI cudnnCreate(cudnnHandle_t* handle) {
  if (const auto error = enter("cudnnCreate", {CUDNN_STATUS_NOT_INITIALIZED})) return *error;
  *handle = cudnn_handles().make();
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t CUDNNWINAPI cudnnDestroy(cudnnHandle_t handle) {
  enter<cudnnStatus_t>("cudnnDestroy");
  return cudnn_handles().destroy(handle, "cudnnDestroy") ? CUDNN_STATUS_SUCCESS
                                                         : CUDNN_STATUS_BAD_PARAM;
}

cudnnStatus_t CUDNNWINAPI cudnnSetStream(cudnnHandle_t handle, cudaStream_t stream) {
  if (const auto error = enter("cudnnSetStream", {CUDNN_STATUS_INTERNAL_ERROR})) return *error;
  cudnnContext* const found = cudnn_handles().find(handle, "cudnnSetStream");
  if (found == nullptr || cuda_double::streams().find(stream, "cudnnSetStream") == nullptr) {
    return CUDNN_STATUS_BAD_PARAM;
  }
  found->stream = stream;
  return CUDNN_STATUS_SUCCESS;
}

const char* CUDNNWINAPI cudnnGetErrorString(cudnnStatus_t status) {
  switch (status) {
    case CUDNN_STATUS_SUCCESS:
      return "CUDNN_STATUS_SUCCESS";
    case CUDNN_STATUS_NOT_INITIALIZED:
      return "CUDNN_STATUS_NOT_INITIALIZED";
    case CUDNN_STATUS_BAD_PARAM:
      return "CUDNN_STATUS_BAD_PARAM";
    case CUDNN_STATUS_NOT_SUPPORTED:
      return "CUDNN_STATUS_NOT_SUPPORTED";
    case CUDNN_STATUS_INTERNAL_ERROR:
      return "CUDNN_STATUS_INTERNAL_ERROR";
    case CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED:
      return "CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED";
    case CUDNN_STATUS_EXECUTION_FAILED:
      return "CUDNN_STATUS_EXECUTION_FAILED";
    case CUDNN_STATUS_EXECUTION_FAILED_CUDA_DRIVER:
      return "CUDNN_STATUS_EXECUTION_FAILED_CUDA_DRIVER";
    default:
      return "CUDNN_STATUS of another kind";
  }
}

void CUDNNWINAPI cudnnGetLastErrorString(char* message, std::size_t size) {
  std::snprintf(message, size, "%s", cuda_double::last_words.c_str());
}

}  // extern "C"
