#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace resnet_bench {

/// Images a second over some iterations of one batch size. The spread is as tf_cnn_benchmarks
/// defines it, over the speeds of the single iterations, batch / wall time.
struct Throughput {
  std::int64_t iterations = 0;
  std::int64_t images = 0;
  std::int64_t total_ns = 0;
  /// images / total time, which is batch / mean time: no mean of rates.
  double images_per_second = 0;
  double plus_minus = 0;  ///< population standard deviation of the speeds / sqrt(iterations)
  double jitter = 0;      ///< 1.4826 x median distance of the speeds from their median
};

/// Absent where there is no iteration or no time has passed.
std::optional<Throughput> throughput(std::int64_t batch, const std::vector<std::int64_t>& wall_ns);

}  // namespace resnet_bench
