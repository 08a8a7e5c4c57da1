#include "plan/arena.hpp"

#include "resnet_bench/checked.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace resnet_bench {
namespace {

bool overlap(const Lifetime& a, const Lifetime& b) {
  return a.first <= b.last && b.first <= a.last;
}

/// The lowest offset of the smallest gap between placed pieces that holds `bytes`.
std::int64_t best_gap(const std::vector<std::pair<std::int64_t, std::int64_t>>& taken,
                      std::int64_t bytes) {
  std::int64_t best = -1;
  std::int64_t best_size = std::numeric_limits<std::int64_t>::max();
  std::int64_t end = 0;  // of all pieces looked at so far
  for (const auto& [begin, piece_end] : taken) {
    const std::int64_t gap = begin - end;
    if (gap >= bytes && gap < best_size) {
      best = end;
      best_size = gap;
    }
    end = std::max(end, piece_end);
  }
  return best >= 0 ? best : end;
}

std::int64_t most_alive(std::span<const Lifetime> lifetimes) {
  std::map<std::int64_t, std::int64_t> change;  // of bytes alive, by step
  for (const Lifetime& lifetime : lifetimes) {
    change[lifetime.first] += align_up(lifetime.bytes, arena_alignment);
    change[lifetime.last + 1] -= align_up(lifetime.bytes, arena_alignment);
  }
  std::int64_t alive = 0;
  std::int64_t most = 0;
  for (const auto& [step, bytes] : change) most = std::max(most, alive += bytes);
  return most;
}

}  // namespace

ArenaLayout lay_out(std::span<const Lifetime> lifetimes) {
  std::int64_t total = 0;  // checked first, so that no sum below can overflow
  for (const Lifetime& lifetime : lifetimes) {
    total = checked_add(total, align_up(lifetime.bytes, arena_alignment));
  }
  std::vector<std::size_t> order(lifetimes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return lifetimes[a].bytes > lifetimes[b].bytes;
  });

  ArenaLayout layout;
  layout.offsets.resize(lifetimes.size());
  std::vector<std::size_t> placed;
  std::vector<std::pair<std::int64_t, std::int64_t>> taken;
  for (std::size_t i : order) {
    taken.clear();
    for (std::size_t other : placed) {
      if (!overlap(lifetimes[i], lifetimes[other])) continue;
      const std::int64_t begin = layout.offsets[other];
      taken.emplace_back(begin, begin + align_up(lifetimes[other].bytes, arena_alignment));
    }
    std::sort(taken.begin(), taken.end());
    const std::int64_t bytes = align_up(lifetimes[i].bytes, arena_alignment);
    layout.offsets[i] = best_gap(taken, bytes);
    layout.bytes = std::max(layout.bytes, layout.offsets[i] + bytes);
    placed.push_back(i);
  }
  layout.least_bytes = most_alive(lifetimes);
  return layout;
}

}  // namespace resnet_bench
