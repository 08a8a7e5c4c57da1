#include "backends/cuda/runtime.hpp"

#include "resnet_bench/error.hpp"

#include <string>

namespace resnet_bench::cuda {
namespace {

std::string words_of(cudaError_t status, const char* call) {
  return std::string(call) + ": " + cudaGetErrorString(status) + " (" + cudaGetErrorName(status) +
         ")";
}

}  // namespace

void check(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return;
  // Told here: where the program goes on, the next launch of a kernel must not tell it again.
  static_cast<void>(cudaGetLastError());
  throw RunError(words_of(status, call));
}

void check_waited(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return;
  throw RunError(words_of(status, call) + ", detected here and caused by some step before");
}

}  // namespace resnet_bench::cuda
