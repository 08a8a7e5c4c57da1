#include "backends/cuda/device_memory.hpp"

#include "resnet_bench/error.hpp"
#include "resnet_bench/text.hpp"

namespace resnet_bench::cuda {

DeviceMemory::DeviceMemory(const Device& device, std::int64_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;
  const auto size = static_cast<std::size_t>(bytes);
  const cudaError_t status = cudaMalloc(memory_.out(), size);
  if (status == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());  // it would be reported again by a later call
    throw Refusal("the GPU gives no " + bytes_text(bytes) + " in one piece; " +
                  bytes_text(free_memory()) + " of it are free; take a smaller --batch");
  }
  check(status, "cudaMalloc");
  check(cudaMemsetAsync(data(), 0, size, device.stream()), "cudaMemsetAsync");
  device.wait();
}

std::int64_t free_memory() {
  std::size_t available = 0;
  std::size_t all = 0;
  check(cudaMemGetInfo(&available, &all), "cudaMemGetInfo");
  return static_cast<std::int64_t>(available);
}

}  // namespace resnet_bench::cuda
