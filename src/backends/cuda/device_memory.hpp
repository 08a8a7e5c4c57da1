#pragma once

#include "resnet_bench/backend.hpp"

#include "backends/cuda/device.hpp"

#include <cstdint>
#include <string>

namespace resnet_bench::cuda {

/// Memory of a GPU, zero. 0 bytes: none.
class DeviceMemory final : public Memory {
 public:
  /// Throws Refusal, with the sizes, where the device does not give it.
  DeviceMemory(const Device& device, std::int64_t bytes);

  void* data() const override { return memory_.get(); }
  std::int64_t bytes() const override { return bytes_; }
  std::string pages() const override { return {}; }

 private:
  Handle<void*, cudaFree> memory_;
  std::int64_t bytes_;
};

/// Bytes free on the current device.
std::int64_t free_memory();

}  // namespace resnet_bench::cuda
