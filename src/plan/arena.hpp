#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace resnet_bench {

/// A piece of memory wanted from step `first` to step `last`, both included.
struct Lifetime {
  std::int64_t bytes = 0;
  std::int64_t first = 0;
  std::int64_t last = 0;
};

struct ArenaLayout {
  std::vector<std::int64_t> offsets;  ///< one a lifetime, multiples of arena_alignment
  std::int64_t bytes = 0;             ///< of the whole arena
  /// The most bytes alive at any one step: no layout can do with less.
  std::int64_t least_bytes = 0;
};

/// A cache line and the widest vector.
constexpr std::int64_t arena_alignment = 64;

/// Lays pieces out so that no two alive at the same step overlap: largest first, each into the
/// smallest gap that holds it (greedy by size: Pisarchyk and Lee 2020, arXiv 2001.03288). Throws
/// Refusal where the total overflows.
ArenaLayout lay_out(std::span<const Lifetime> lifetimes);

}  // namespace resnet_bench
