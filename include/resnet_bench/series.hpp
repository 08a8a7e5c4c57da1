#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace resnet_bench {

/// What one sensor said over time.
class Series {
 public:
  /// In the order of time. What is not a number is left out.
  void add(std::int64_t time_ns, double value);
  /// Forgets readings that no question from `time_ns` on needs.
  void forget_before(std::int64_t time_ns);

  bool empty() const { return readings_.empty(); }

  /// By how much a counter grew, on the straight line between readings, and none outside of them.
  /// Nothing where there are not two readings.
  std::optional<double> growth(std::int64_t begin_ns, std::int64_t end_ns) const;

  /// Time-weighted mean on those lines, with the first and last value outside. Nothing where there
  /// is no reading.
  std::optional<double> mean(std::int64_t begin_ns, std::int64_t end_ns) const;

  /// Least and largest of the readings, with the one before the span and the one after it.
  struct Range {
    double least = 0;
    double most = 0;
  };
  std::optional<Range> range(std::int64_t begin_ns, std::int64_t end_ns) const;

 private:
  struct Reading {
    std::int64_t time_ns;
    double value;
  };

  /// On the line between the readings around a time; the nearest one's where one side has none.
  double at(std::int64_t time_ns) const;
  std::size_t first_after(std::int64_t time_ns) const;

  std::vector<Reading> readings_;
};

}  // namespace resnet_bench
