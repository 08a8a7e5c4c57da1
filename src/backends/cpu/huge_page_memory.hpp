#pragma once

#include "resnet_bench/backend.hpp"

#include "backends/cpu/thread_team.hpp"

#include <cstdint>
#include <string>

namespace resnet_bench::cpu {

/// Zeroed memory in transparent huge pages where the system gives them, each page first touched by
/// one of the team's threads in turn, which spreads it over the NUMA nodes they run on.
class HugePageMemory final : public Memory {
 public:
  /// Throws Refusal where the system refuses.
  HugePageMemory(std::int64_t bytes, const ThreadTeam& team);
  ~HugePageMemory() override;
  HugePageMemory(const HugePageMemory&) = delete;
  HugePageMemory& operator=(const HugePageMemory&) = delete;

  void* data() const override { return data_; }
  std::int64_t bytes() const override { return bytes_; }
  std::string pages() const override { return pages_; }

 private:
  std::int64_t bytes_;
  void* mapping_;
  std::size_t mapped_bytes_;
  void* data_;
  std::string pages_;
};

}  // namespace resnet_bench::cpu
