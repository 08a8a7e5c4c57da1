#pragma once

#include "resnet_bench/shape.hpp"

#include "backends/cpu/divide_up.hpp"
#include "backends/cpu/layouts.hpp"
#include "backends/cpu/thread_team.hpp"

#include <algorithm>
#include <cstdint>

namespace resnet_bench::cpu {

/// An activation tensor as the kernels see it: dense matrices of pixels x channels, one behind the
/// other, blocks fastest. NHWC is a single one; in nchw16c each image has one for every 16
/// channels.
struct ActivationBlocks {
  std::int64_t images, blocks, pixels, channels;

  static ActivationBlocks of(const Shape& x, LayoutId layout) {
    const std::int64_t block = block_of(layout);
    if (block == 1) return {1, 1, x.n() * x.h() * x.w(), x.c()};
    return {x.n(), blocks_of(x, layout), x.h() * x.w(), block};
  }

  std::int64_t all_channels() const { return blocks * channels; }
  std::int64_t rows() const { return images * blocks * pixels; }

  /// Calls work(first, count, channel) for the matrices' parts in rows [begin, end), counted
  /// through all matrices: `count` rows from row `first`, whose first column is channel `channel`.
  template <class Work>
  void for_each_part(std::int64_t begin, std::int64_t end, const Work& work) const {
    while (begin < end) {
      const std::int64_t matrix = begin / pixels;
      const std::int64_t part_end = std::min(end, (matrix + 1) * pixels);
      work(begin, part_end - begin, matrix % blocks * channels);
      begin = part_end;
    }
  }
};

}  // namespace resnet_bench::cpu
