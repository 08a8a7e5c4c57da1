#include "resnet_bench/timing.hpp"

#include "benchmark/blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace resnet_bench {
namespace {

std::vector<int> doses(std::int64_t seed, std::int64_t cycle, bool with_doses) {
  std::vector<int> result;
  for (const Block& block : blocks_of_cycle(seed, cycle, with_doses)) result.push_back(block.dose);
  return result;
}

TEST(Blocks, OneOfEachKind) {
  std::vector<int> found = doses(1, 1, true);
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, layer_timing ? (std::vector<int>{0, 1, 2, 4}) : std::vector<int>{0});
  EXPECT_EQ(doses(1, 1, false).size(), layer_timing ? 2U : 1U);
  for (const Block& block : blocks_of_cycle(1, 1, true)) {
    EXPECT_EQ(block.kind, block.dose == 0   ? IterationKind::plain
                          : block.dose == 1 ? IterationKind::layered
                                            : IterationKind::dosed);
  }
}

TEST(Blocks, EveryOrderComesUpAsOftenAsEveryOther) {
  if (!layer_timing) GTEST_SKIP() << "LAYER_TIMING=0 has one kind";
  constexpr int cycles = 2400;
  std::map<std::vector<int>, int> orders;
  for (int cycle = 0; cycle < cycles; ++cycle) ++orders[doses(1, cycle, true)];
  EXPECT_EQ(orders.size(), 24U);
  // 100 of each are expected; 150 would be five standard deviations off.
  for (const auto& [order, count] : orders) EXPECT_NEAR(count, 100, 50);
}

TEST(Blocks, TheSeedChoosesTheOrder) {
  std::vector<int> first;
  std::vector<int> again;
  std::vector<int> other;
  for (int cycle = 0; cycle < 50; ++cycle) {
    for (auto [to, seed] : {std::pair(&first, 1), {&again, 1}, {&other, 2}}) {
      const std::vector<int> order = doses(seed, cycle, true);
      to->insert(to->end(), order.begin(), order.end());
    }
  }
  EXPECT_EQ(first, again);
  EXPECT_EQ(first == other, !layer_timing);
}

}  // namespace
}  // namespace resnet_bench
