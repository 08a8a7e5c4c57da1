#pragma once

#include "backends/cpu/activation_blocks.hpp"
#include "backends/cpu/divide_up.hpp"
#include "backends/cpu/kernels/row_chunks.hpp"
#include "backends/cpu/thread_team.hpp"

#include <algorithm>
#include <cstdint>

namespace resnet_bench::cpu {

/// An activation tensor cut for sums over rows: chunks of rows, and runs of channels, so that a
/// small image with many channels still has work for many threads.
class ChannelTiles {
 public:
  explicit ChannelTiles(const ActivationBlocks& blocks)
      : blocks_(blocks),
        chunks_(RowChunks::of(blocks.images, blocks.pixels,
                              std::min(blocks.channels, most_channels))) {}

  struct Tile {
    std::int64_t chunk;
    Share channels;
    std::int64_t rows;
    std::int64_t offset;  ///< of its first element in the tensor; rows are row_stride() apart
  };

  const RowChunks& chunks() const { return chunks_; }
  std::int64_t row_stride() const { return blocks_.channels; }
  std::int64_t count() const { return chunks_.count() * runs(); }

  /// Calls work(tile) for the tiles of [begin, end).
  template <class Work>
  void for_each(std::int64_t begin, std::int64_t end, const Work& work) const {
    for (std::int64_t tile = begin; tile < end; ++tile) work(at(tile / runs(), tile % runs()));
  }

 private:
  static constexpr std::int64_t most_channels = 512;

  std::int64_t runs_per_block() const { return divide_up(blocks_.channels, most_channels); }
  std::int64_t runs() const { return blocks_.blocks * runs_per_block(); }

  Tile at(std::int64_t chunk, std::int64_t run) const {
    const std::int64_t block = run / runs_per_block();
    const std::int64_t column = run % runs_per_block() * most_channels;
    const std::int64_t columns = std::min(most_channels, blocks_.channels - column);
    const std::int64_t channel = block * blocks_.channels + column;
    const std::int64_t matrix = chunks_.image(chunk) * blocks_.blocks + block;
    const std::int64_t row = matrix * blocks_.pixels + chunks_.begin(chunk);
    return {
        chunk, {channel, channel + columns}, chunks_.size(chunk), row * blocks_.channels + column};
  }

  ActivationBlocks blocks_;
  RowChunks chunks_;
};

}  // namespace resnet_bench::cpu
