#pragma once

#include "resnet_bench/backend.hpp"

#include <cstdint>
#include <vector>

namespace resnet_bench::test {

/// A clock that moves when it is read, by uneven amounts, and when a test says so.
class FakeClock {
 public:
  std::int64_t read() { return now_ += 1 + static_cast<std::int64_t>(reads_++ % 7); }
  void wait(std::int64_t ns) { now_ += ns; }

 private:
  std::int64_t now_ = 1'000'000;
  std::uint64_t reads_ = 0;
};

/// Marks by a fake clock; counts them.
class FakeMarker : public Marker {
 public:
  explicit FakeMarker(FakeClock& clock) : clock_(clock) {}
  void reset() override { times_.clear(); }
  void mark() override {
    times_.push_back(clock_.read());
    ++marks_;
  }
  std::span<const std::int64_t> times() override { return times_; }

  /// Since it was made.
  std::int64_t marks() const { return marks_; }

 private:
  FakeClock& clock_;
  std::vector<std::int64_t> times_;
  std::int64_t marks_ = 0;
};

}  // namespace resnet_bench::test
