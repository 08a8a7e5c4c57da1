#pragma once

#include <cuda_runtime_api.h>
#include <vector>

namespace resnet_bench::test {

/// Values in device memory, of the double's or a GPU's.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(const std::vector<T>& values) : count_(values.size()) {
    cudaMalloc(&data_, bytes());
    cudaMemcpy(data_, values.data(), bytes(), cudaMemcpyHostToDevice);
  }
  /// Of whatever value.
  explicit DeviceArray(std::size_t count) : count_(count) { cudaMalloc(&data_, bytes()); }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* data() const { return static_cast<T*>(data_); }
  /// Waits for the device.
  std::vector<T> values() const {
    cudaDeviceSynchronize();
    std::vector<T> host(count_);
    cudaMemcpy(host.data(), data_, bytes(), cudaMemcpyDeviceToHost);
    return host;
  }

 private:
  std::size_t bytes() const { return count_ * sizeof(T); }

  std::size_t count_;
  void* data_ = nullptr;
};

}  // namespace resnet_bench::test
