#pragma once

#include "backends/cpu/divide_up.hpp"
#include "backends/cpu/kernels/winograd.hpp"
#include "backends/cpu/scratch.hpp"
#include "backends/cpu/thread_team.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

/// How the tiles of Winograd's algorithm over blocked activations are grouped, kept between its
/// parts and shared by threads.
namespace resnet_bench::cpu {

constexpr std::int64_t winograd_taps = 9;

/// Channels in blocks.
struct Blocks {
  std::int64_t size, count;
};

/// An activation's tiles, transformed: (place, block of channels, tile, channel).
struct Transformed {
  float* data;
  std::int64_t block_stride, place_stride;

  /// Places begin an odd number of cache lines apart, so that 36 of them do not share a cache set.
  static std::int64_t place_floats(const Blocks& channels, std::int64_t tiles) {
    return round_up(channels.count * tiles * channels.size, 32) + 16;
  }
  static Transformed take(Scratch& scratch, const Blocks& channels, std::int64_t tiles) {
    const std::int64_t place = place_floats(channels, tiles);
    return {scratch.take<float>(winograd_places * place), tiles * channels.size, place};
  }
};

/// Tiles [begin, end) of all images, and their images' blocks.
struct Tiles {
  const WinogradGeometry& geometry;
  std::int64_t begin, end;

  std::int64_t count() const { return end - begin; }

  /// Calls work(block, first, last) for runs of tiles of one block each: part [from, to) of all
  /// (block, tile).
  template <class Work>
  void for_each_run(std::int64_t from, std::int64_t to, const Work& work) const {
    while (from < to) {
      const std::int64_t block = from / count();
      const std::int64_t last = std::min(to, (block + 1) * count());
      work(block, begin + from % count(), begin + from % count() + last - from);
      from = last;
    }
  }
};

/// Who shares the parts of a group of tiles: all threads, waiting for each other between them, or
/// one thread alone.
struct Crew {
  const ThreadTeam* team;  ///< null: the calling thread alone

  template <class Work>
  void split(std::int64_t count, const Work& work) const {
    team == nullptr ? work(std::int64_t{0}, count) : team->split(count, work);
  }
};

/// All tiles, cut into groups that a cache holds. Where a core's holds the transformed weights and
/// still some tiles, each thread takes groups of its own through all parts; else all threads share
/// one group after the other, and each weight goes through one core alone.
class Groups {
 public:
  static Groups of(const ThreadTeam& team, std::int64_t tiles, const Blocks& in,
                   const Blocks& out) {
    constexpr std::int64_t core_cache = 1024 * 1024;
    constexpr std::int64_t shared_cache = 32 * core_cache;
    constexpr std::int64_t least = 28;  // two tiles of a product's rows
    const std::int64_t place_bytes =
        winograd_places * in.size * static_cast<std::int64_t>(sizeof(float));
    Groups groups;
    groups.own_ = place_bytes * in.count * out.count * out.size <= core_cache;
    const std::int64_t most =
        (groups.own_ ? core_cache * 3 / 4 : shared_cache) / (place_bytes * (in.count + out.count));
    groups.count_ = divide_up(tiles, std::max(most, least));
    if (groups.own_) groups.count_ = round_up(groups.count_, team.size());
    groups.tiles_ = tiles;
    groups.threads_ = team.size();
    return groups;
  }

  /// Tiles of the largest group.
  std::int64_t largest() const { return divide_up(tiles_, count_); }
  /// How many groups are worked on at a time, each in a space of its own.
  std::size_t spaces() const { return own_ ? static_cast<std::size_t>(threads_) : 1; }
  /// Of these, those that see a group at all.
  std::size_t used_spaces() const {
    return std::min(spaces(), static_cast<std::size_t>(std::min(count_, tiles_)));
  }

  /// Calls work(crew, space, tiles, is_first) for each group; is_first of its space.
  template <class Work>
  void for_each(const ThreadTeam& team, const Work& work) const {
    if (!own_) {
      for (std::int64_t group = 0; group < count_; ++group) {
        work(Crew{&team}, std::size_t{0}, share_of(tiles_, count_, group), group == 0);
      }
      return;
    }
    team.run([&](int thread) {
      const Share groups = share_of(count_, threads_, thread);
      for (std::int64_t group = groups.begin; group < groups.end; ++group) {
        const Share tiles = share_of(tiles_, count_, group);
        if (tiles.size() == 0) continue;
        work(Crew{nullptr}, static_cast<std::size_t>(thread), tiles, group == groups.begin);
      }
    });
  }

 private:
  bool own_ = false;
  std::int64_t tiles_ = 0, count_ = 1;
  int threads_ = 1;
};

/// Pairs of blocks of output channels, which are what one thread multiplies at a time.
inline std::int64_t pairs_of(const Blocks& blocks) {
  return divide_up(blocks.count, std::int64_t{2});
}

/// Calls work(place, first, count) for the pairs of blocks [begin, end), counted through places.
template <class Work>
void for_each_pair(const Blocks& out, std::int64_t begin, std::int64_t end, const Work& work) {
  for (std::int64_t item = begin; item < end; ++item) {
    const std::int64_t first = item % pairs_of(out) * 2;
    work(item / pairs_of(out), first, std::min<std::int64_t>(2, out.count - first));
  }
}

}  // namespace resnet_bench::cpu
