#pragma once

#include "resnet_bench/backend.hpp"

#include <cstdint>
#include <string>

namespace resnet_bench::cpu {

/// Zeroed memory in transparent huge pages where the system gives them. The system backs a page
/// when it is first touched, so the threads that compute in the first iteration decide the NUMA
/// node, and that iteration is the one that waits for it.
class HugePageMemory final : public Memory {
 public:
  /// Throws Refusal where the system refuses.
  explicit HugePageMemory(std::int64_t bytes);
  ~HugePageMemory() override;
  HugePageMemory(const HugePageMemory&) = delete;
  HugePageMemory& operator=(const HugePageMemory&) = delete;

  void* data() const override { return data_; }
  std::int64_t bytes() const override { return bytes_; }
  std::string pages() const override;

 private:
  std::int64_t bytes_;
  void* mapping_;
  std::size_t mapped_bytes_;
  void* data_;
};

}  // namespace resnet_bench::cpu
