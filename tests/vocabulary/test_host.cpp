#include "resnet_bench/host.hpp"

#include "made_tree.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

namespace resnet_bench {
namespace {

constexpr std::int64_t GiB = std::int64_t{1} << 30;

std::vector<int> first(int count) {
  std::vector<int> result(static_cast<std::size_t>(count));
  std::iota(result.begin(), result.end(), 0);
  return result;
}

TEST(NumberList, JoinsRuns) {
  EXPECT_EQ(number_list({}), "");
  EXPECT_EQ(number_list({5}), "5");
  EXPECT_EQ(number_list({0, 1, 2, 3, 8}), "0-3,8");
  EXPECT_EQ(number_list({0, 2, 3}), "0,2-3");
}

/// Two packages of two cores of two threads, numbered as Linux does: siblings far apart.
void add_eight_processors(const MadeTree& tree) {
  for (int i = 0; i < 8; ++i) tree.processor(i, (i / 2) % 2, i % 2);
}

TEST(SpreadOverCores, OneACoreBeforeASecondHyperThread) {
  const MadeTree tree;
  add_eight_processors(tree);  // 4 to 7 are the second hyper-threads of 0 to 3
  EXPECT_EQ(spread_over_cores(4, first(8), tree.root()), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(spread_over_cores(6, first(8), tree.root()), (std::vector<int>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(spread_over_cores(2, {0, 4, 5}, tree.root()), (std::vector<int>{0, 5}));
  EXPECT_EQ(spread_over_cores(3, {0, 4, 5}, tree.root()), (std::vector<int>{0, 5, 4}));
  EXPECT_TRUE(spread_over_cores(4, {0, 4, 5}, tree.root()).empty());
}

TEST(DivideByCores, WholeCoresAndAPackageTogether) {
  const MadeTree tree;
  add_eight_processors(tree);  // packages: 0, 1, 4, 5 and 2, 3, 6, 7; siblings 4 apart
  using Parts = std::vector<std::vector<int>>;
  EXPECT_EQ(divide_by_cores(2, first(8), tree.root()), (Parts{{0, 1, 4, 5}, {2, 3, 6, 7}}));
  EXPECT_EQ(divide_by_cores(4, first(8), tree.root()), (Parts{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
  EXPECT_EQ(divide_by_cores(3, first(8), tree.root()), (Parts{{0, 1, 4, 5}, {2, 6}, {3, 7}}));
  EXPECT_TRUE(divide_by_cores(5, first(8), tree.root()).empty());
  EXPECT_EQ(divide_by_cores(2, {3, 5}, MadeTree().root()), (Parts{{3}, {5}}));
}

TEST(SpreadOverCores, WithoutATopologyEachIsACore) {
  EXPECT_EQ(spread_over_cores(2, {3, 7}, MadeTree().root()), (std::vector<int>{3, 7}));
}

void mount_version_2(const MadeTree& tree, const std::string& own_group) {
  tree.write("proc/self/cgroup", "0::" + own_group + "\n");
  tree.write("proc/self/mountinfo",
             "22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw\n"
             "30 22 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
}

void mount_version_1(const MadeTree& tree, const std::string& own_group,
                     const std::string& mount_root) {
  tree.write("proc/self/cgroup",
             "5:memory:" + own_group + "\n4:cpu,cpuacct:" + own_group + "\n0::/\n");
  tree.write("proc/self/mountinfo",
             "32 31 0:29 " + mount_root +
                 " /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
                 "33 31 0:30 " +
                 mount_root + " /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
}

TEST(UsableProcessors, SiblingsOfACoreCountOnce) {
  const MadeTree tree;
  add_eight_processors(tree);
  EXPECT_EQ(usable_processors(first(8), tree.root()).cores, 4);
  EXPECT_EQ(usable_processors(first(8), tree.root()).threads, 8);
}

TEST(UsableProcessors, OnlyThoseAllowed) {
  const MadeTree tree;
  add_eight_processors(tree);
  EXPECT_EQ(usable_processors({0, 4}, tree.root()).cores, 1);  // two threads of one core
  EXPECT_EQ(usable_processors({0, 4}, tree.root()).threads, 2);
  EXPECT_EQ(usable_processors({0, 2}, tree.root()).cores, 2);  // core 0 of either package
  EXPECT_EQ(usable_processors({}, tree.root()).cores, 1);
}

TEST(UsableProcessors, WithoutATopologyEachIsACore) {
  const MadeTree tree;
  EXPECT_EQ(usable_processors(first(6), tree.root()).cores, 6);
}

TEST(UsableProcessors, QuotaOfVersion2IsRoundedDown) {
  const MadeTree tree;
  add_eight_processors(tree);
  mount_version_2(tree, "/user.slice/job");
  tree.write("sys/fs/cgroup/user.slice/job/cpu.max", "350000 100000\n");
  EXPECT_EQ(usable_processors(first(8), tree.root()).cores, 3);
  EXPECT_EQ(usable_processors(first(8), tree.root()).threads, 3);
  EXPECT_EQ(usable_processors({0, 4}, tree.root()).cores, 1);  // fewer cores than quota
}

TEST(UsableProcessors, LimitsOfTheGroupsAboveHoldToo) {
  const MadeTree tree;
  add_eight_processors(tree);
  mount_version_2(tree, "/user.slice/job");
  tree.write("sys/fs/cgroup/user.slice/job/cpu.max", "max 100000\n");
  tree.write("sys/fs/cgroup/user.slice/cpu.max", "200000 100000\n");
  EXPECT_EQ(usable_processors(first(8), tree.root()).cores, 2);
}

TEST(UsableProcessors, NeverFewerThanOne) {
  const MadeTree tree;
  add_eight_processors(tree);
  mount_version_2(tree, "/");
  tree.write("sys/fs/cgroup/cpu.max", "50000 100000\n");
  EXPECT_EQ(usable_processors(first(8), tree.root()).cores, 1);
}

TEST(UsableProcessors, QuotaOfVersion1) {
  const MadeTree tree;
  add_eight_processors(tree);
  mount_version_1(tree, "/docker/abc", "/");
  tree.write("sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us", "300000\n");
  tree.write("sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(usable_processors(first(8), tree.root()).cores, 3);
  tree.write("sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us", "-1\n");
  EXPECT_EQ(usable_processors(first(8), tree.root()).cores, 4);
}

TEST(UsableProcessors, AContainerSeesItsOwnGroupAsTheTop) {
  const MadeTree tree;
  add_eight_processors(tree);
  mount_version_1(tree, "/docker/abc", "/docker/abc");
  tree.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "100000\n");
  tree.write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(usable_processors(first(8), tree.root()).cores, 1);
}

TEST(UsableProcessors, AGroupOutsideOfTheMountLeavesTheMount) {
  const MadeTree tree;
  add_eight_processors(tree);
  mount_version_2(tree, "/../elsewhere");
  tree.write("sys/fs/cgroup/cpu.max", "200000 100000\n");
  EXPECT_EQ(usable_processors(first(8), tree.root()).cores, 2);
}

TEST(UsableProcessors, OnThisMachine) {
  EXPECT_FALSE(allowed_processors().empty());
  const ProcessorCount count = usable_processors();
  EXPECT_GE(count.cores, 1);
  EXPECT_LE(count.cores, count.threads);
  EXPECT_LE(count.threads, static_cast<int>(allowed_processors().size()));
}

TEST(AvailableMemory, AsTheKernelSays) {
  const MadeTree tree;
  tree.write("proc/meminfo", "MemTotal: 8388608 kB\nMemFree: 1 kB\nMemAvailable:    4194304 kB\n");
  EXPECT_EQ(available_memory(tree.root()), 4 * GiB);
}

TEST(AvailableMemory, LimitOfVersion2LessWhatIsUsedAndCannotBeDropped) {
  const MadeTree tree;
  tree.write("proc/meminfo", "MemAvailable: 4194304 kB\n");
  mount_version_2(tree, "/a/b");
  tree.write("sys/fs/cgroup/a/b/memory.max", "max\n");
  tree.write("sys/fs/cgroup/a/b/memory.current", "1073741824\n");
  tree.write("sys/fs/cgroup/a/memory.max", "3221225472\n");
  tree.write("sys/fs/cgroup/a/memory.current", "2147483648\n");
  EXPECT_EQ(available_memory(tree.root()), 1 * GiB);
  tree.write("sys/fs/cgroup/a/memory.stat", "anon 1073741824\ninactive_file 1073741824\n");
  EXPECT_EQ(available_memory(tree.root()), 2 * GiB);
}

TEST(AvailableMemory, LimitOfVersion1) {
  const MadeTree tree;
  tree.write("proc/meminfo", "MemAvailable: 4194304 kB\n");
  mount_version_1(tree, "/docker/abc", "/docker/abc");
  tree.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "3221225472\n");
  tree.write("sys/fs/cgroup/memory/memory.usage_in_bytes", "2147483648\n");
  tree.write("sys/fs/cgroup/memory/memory.stat", "inactive_file 7\ntotal_inactive_file 0\n");
  EXPECT_EQ(available_memory(tree.root()), 1 * GiB);
  tree.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");  // none
  EXPECT_EQ(available_memory(tree.root()), 4 * GiB);
}

TEST(AvailableMemory, NeverNegative) {
  const MadeTree tree;
  mount_version_2(tree, "/");
  tree.write("sys/fs/cgroup/memory.max", "1000\n");
  tree.write("sys/fs/cgroup/memory.current", "2000\n");
  EXPECT_EQ(available_memory(tree.root()), 0);
}

TEST(AvailableMemory, UntoldIsNoLimit) {
  const MadeTree tree;
  EXPECT_EQ(available_memory(tree.root()), std::numeric_limits<std::int64_t>::max());
}

TEST(AvailableMemory, OnThisMachine) { EXPECT_GT(available_memory(), 0); }

}  // namespace
}  // namespace resnet_bench
