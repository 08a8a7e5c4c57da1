#pragma once

#include <cstdint>
#include <string_view>

namespace resnet_bench {

/// How far a run has come. Called between iterations, never inside one: after each slow one, else
/// after a block.
class Progress {
 public:
  virtual ~Progress() = default;

  /// What is done now: "planning", "warming up", "measuring".
  virtual void phase(std::string_view what) = 0;
  /// `total` is 0 where only `max_seconds` ends it. `images_per_second` so far; 0: not known yet.
  virtual void iterations(std::int64_t done, std::int64_t total, double elapsed_s,
                          double max_seconds, double images_per_second) = 0;
  /// The run is over, whatever its end. What was on a terminal is cleared.
  virtual void finish() = 0;
};

class SilentProgress final : public Progress {
 public:
  void phase(std::string_view) override {}
  void iterations(std::int64_t, std::int64_t, double, double, double) override {}
  void finish() override {}
};

}  // namespace resnet_bench
