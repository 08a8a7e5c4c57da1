#include "resnet_bench/host.hpp"

#include "backends/cpu/bind_threads.hpp"

#include <gtest/gtest.h>

#include <sched.h>

namespace resnet_bench::cpu {
namespace {

/// What the calling thread may run on.
std::vector<int> own_processors() {
  cpu_set_t set;
  sched_getaffinity(0, sizeof set, &set);
  std::vector<int> processors;
  for (int i = 0; i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(i, &set)) processors.push_back(i);
  }
  return processors;
}

std::vector<std::vector<int>> processors_of(const ThreadTeam& team) {
  std::vector<std::vector<int>> result(static_cast<std::size_t>(team.size()));
  team.run([&](int thread) { result[static_cast<std::size_t>(thread)] = own_processors(); });
  return result;
}

TEST(BindThreads, EachToItsOwnAndWhatIsAllowedStaysKnown) {
  const std::vector<int> allowed = allowed_processors();
  if (allowed.size() < 2) GTEST_SKIP() << "one processor";
  const ThreadTeam team(2);
  ASSERT_TRUE(bind_threads(team, {allowed[1], allowed[0]}));
  EXPECT_EQ(processors_of(team), (std::vector<std::vector<int>>{{allowed[1]}, {allowed[0]}}));
  EXPECT_EQ(allowed_processors(), allowed);
  EXPECT_FALSE(bind_threads(team, {allowed[0], 100'000})) << "no such processor";
  EXPECT_EQ(processors_of(team), (std::vector<std::vector<int>>{allowed, allowed}));
}

}  // namespace
}  // namespace resnet_bench::cpu
