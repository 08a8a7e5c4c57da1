#pragma once

#include "backends/cpu/divide_up.hpp"

#include <algorithm>
#include <cstdint>

namespace resnet_bench::cpu {

/// The rows (pixels) of one channel, in `images` runs of `rows` each, cut into chunks; none reaches
/// from one run into the next. Sums over rows are made per chunk and combined in order. Chunks
/// follow from the shape alone, so the result does not depend on the number of threads.
struct RowChunks {
  std::int64_t images, rows, chunk_rows;

  /// Chunks of about 128 KiB, evenly cut: half of the smallest second-level cache still about
  /// (256 KiB). Not above 1024 rows, which bounds the rounding of a chunk's sums.
  static RowChunks of(std::int64_t images, std::int64_t rows, std::int64_t channels) {
    constexpr std::int64_t chunk_floats = 32 * 1024;
    const std::int64_t most = std::clamp<std::int64_t>(chunk_floats / channels, 8, 1024);
    return {images, rows, divide_up(rows, divide_up(rows, most))};
  }

  std::int64_t per_image() const { return divide_up(rows, chunk_rows); }
  std::int64_t count() const { return images * per_image(); }
  std::int64_t image(std::int64_t chunk) const { return chunk / per_image(); }
  /// The chunk's first row, within its run.
  std::int64_t begin(std::int64_t chunk) const { return chunk % per_image() * chunk_rows; }
  std::int64_t size(std::int64_t chunk) const { return std::min(chunk_rows, rows - begin(chunk)); }
  /// Rows of the chunks before it.
  std::int64_t rows_before(std::int64_t chunk) const { return image(chunk) * rows + begin(chunk); }
};

}  // namespace resnet_bench::cpu
