#pragma once

#include "backends/cpu/divide_up.hpp"

#include <algorithm>
#include <cstdint>

namespace resnet_bench::cpu {

/// The rows (pixels of all images) of an NHWC tensor, cut into chunks of one size; the last may be
/// smaller. Sums over rows are made per chunk and combined in order. Chunks follow from the shape
/// alone, so the result does not depend on the number of threads.
struct RowChunks {
  std::int64_t rows, chunk_rows;

  /// Chunks of about 128 KiB: half of the smallest second-level cache still about (256 KiB). Not
  /// above 1024 rows, which bounds the rounding of a chunk's sums.
  static RowChunks of(std::int64_t rows, std::int64_t channels) {
    constexpr std::int64_t chunk_floats = 32 * 1024;
    return {rows, std::clamp<std::int64_t>(chunk_floats / channels, 8, 1024)};
  }

  std::int64_t count() const { return divide_up(rows, chunk_rows); }
  std::int64_t begin(std::int64_t chunk) const { return chunk * chunk_rows; }
  std::int64_t size(std::int64_t chunk) const { return std::min(chunk_rows, rows - begin(chunk)); }
};

}  // namespace resnet_bench::cpu
