#pragma once

#include "backends/cpu/divide_up.hpp"
#include "backends/cpu/kernels/row_chunks.hpp"
#include "backends/cpu/thread_team.hpp"

#include <algorithm>
#include <cstdint>

namespace resnet_bench::cpu {

/// An NHWC tensor cut for sums over rows: chunks of rows, and blocks of channels, so that a small
/// image with many channels still has work for many threads.
class ChannelTiles {
 public:
  ChannelTiles(std::int64_t rows, std::int64_t channels)
      : channels_(channels), chunks_(RowChunks::of(rows, std::min(channels, block_channels))) {}

  const RowChunks& chunks() const { return chunks_; }
  std::int64_t count() const { return chunks_.count() * blocks(); }

  /// Calls work(chunk, channels) for the tiles of [begin, end).
  template <class Work>
  void for_each(std::int64_t begin, std::int64_t end, const Work& work) const {
    for (std::int64_t tile = begin; tile < end; ++tile) {
      const std::int64_t first = tile % blocks() * block_channels;
      work(tile / blocks(), Share{first, std::min(first + block_channels, channels_)});
    }
  }

 private:
  static constexpr std::int64_t block_channels = 512;

  std::int64_t blocks() const { return divide_up(channels_, block_channels); }

  std::int64_t channels_;
  RowChunks chunks_;
};

}  // namespace resnet_bench::cpu
