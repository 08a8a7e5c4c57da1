#pragma once

#include "backends/cuda/handle.hpp"
#include "backends/cuda/runtime.hpp"

#include <cstdint>
#include <cublasLt.h>
#include <cudnn.h>
#include <map>
#include <string>

namespace resnet_bench::cuda {

/// Throws RunError with the call and cuBLAS's own words.
void check(cublasStatus_t status, const char* call);

/// A GPU with the one stream on which all of a run's work goes, and the libraries' handles.
class Device {
 public:
  /// Throws Refusal for a number that this machine has no GPU for.
  explicit Device(int index);

  int index() const { return index_; }
  cudaStream_t stream() const { return stream_.get(); }
  cudnnHandle_t cudnn() const { return cudnn_.get(); }
  cublasLtHandle_t blas() const { return blas_.get(); }

  std::string name() const;
  /// "0000:01:00.0"
  std::string bus_id() const;
  /// 10 * major + minor of the compute capability.
  int architecture() const;
  /// The driver, the runtime, cuDNN and cuBLASLt: name to version.
  static std::map<std::string, std::string> libraries();

  /// Until all that was put on the stream is done.
  void wait() const;

  /// Whether what is put on the stream is recorded instead of run.
  bool is_recording() const { return recording_; }
  void set_recording(bool recording) { recording_ = recording; }

 private:
  int index_;
  bool recording_ = false;
  Handle<cudaStream_t, cudaStreamDestroy> stream_;
  Handle<cudnnHandle_t, cudnnDestroy> cudnn_;
  Handle<cublasLtHandle_t, cublasLtDestroy> blas_;
};

}  // namespace resnet_bench::cuda
