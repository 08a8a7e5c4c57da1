#include "resnet_bench/error.hpp"

#include "plan/arena.hpp"

#include <gtest/gtest.h>

#include <random>

namespace resnet_bench {
namespace {

void expect_no_overlap(const std::vector<Lifetime>& lifetimes, const ArenaLayout& layout) {
  for (std::size_t a = 0; a < lifetimes.size(); ++a) {
    EXPECT_LE(layout.offsets[a] + lifetimes[a].bytes, layout.bytes);
    EXPECT_EQ(layout.offsets[a] % arena_alignment, 0);
    for (std::size_t b = 0; b < a; ++b) {
      const bool together =
          lifetimes[a].first <= lifetimes[b].last && lifetimes[b].first <= lifetimes[a].last;
      const bool apart = layout.offsets[a] + lifetimes[a].bytes <= layout.offsets[b] ||
                         layout.offsets[b] + lifetimes[b].bytes <= layout.offsets[a];
      EXPECT_TRUE(!together || apart) << a << " and " << b;
    }
  }
}

TEST(Arena, NothingTakesNothing) {
  const ArenaLayout layout = lay_out({});
  EXPECT_EQ(layout.bytes, 0);
  EXPECT_EQ(layout.least_bytes, 0);
}

TEST(Arena, PiecesThatNeverMeetShare) {
  const std::vector<Lifetime> lifetimes{{256, 0, 1}, {256, 2, 3}, {128, 4, 4}};
  const ArenaLayout layout = lay_out(lifetimes);
  EXPECT_EQ(layout.bytes, 256);
  EXPECT_EQ(layout.offsets, (std::vector<std::int64_t>{0, 0, 0}));
}

TEST(Arena, PiecesThatMeetInOneStepDoNotShare) {
  const std::vector<Lifetime> lifetimes{{256, 0, 2}, {256, 2, 3}};
  EXPECT_EQ(lay_out(lifetimes).bytes, 512);
}

TEST(Arena, TheSmallestGapThatHoldsAPieceIsTaken) {
  // 512 at 0, then a gap of 128 left by the third piece, then 256.
  const std::vector<Lifetime> lifetimes{{512, 0, 9}, {256, 0, 4}, {128, 5, 9}, {64, 5, 9}};
  const ArenaLayout layout = lay_out(lifetimes);
  EXPECT_EQ(layout.offsets, (std::vector<std::int64_t>{0, 512, 512, 640}));
  EXPECT_EQ(layout.bytes, 768);
}

TEST(Arena, OddSizesAreRoundedToTheAlignment) {
  const std::vector<Lifetime> lifetimes{{1, 0, 0}, {65, 0, 0}, {0, 0, 0}};
  EXPECT_EQ(lay_out(lifetimes).bytes, 64 + 128);
}

TEST(Arena, RandomLifetimesNeverOverlapAndStayNearTheLeast) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    std::vector<Lifetime> lifetimes(100);
    for (Lifetime& lifetime : lifetimes) {
      lifetime.bytes = random() % 10'000;
      lifetime.first = random() % 50;
      lifetime.last = lifetime.first + random() % 10;
    }
    const ArenaLayout layout = lay_out(lifetimes);
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_no_overlap(lifetimes, layout);
    EXPECT_GE(layout.bytes, layout.least_bytes);
    EXPECT_LE(layout.bytes, 2 * layout.least_bytes);
  }
}

TEST(Arena, RefusesWhatOverflows) {
  const std::int64_t huge = std::int64_t{1} << 62;
  EXPECT_THROW(lay_out(std::vector<Lifetime>{{huge, 0, 0}, {huge, 0, 0}}), Refusal);
}

}  // namespace
}  // namespace resnet_bench
