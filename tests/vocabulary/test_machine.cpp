#include "resnet_bench/machine.hpp"

#include "made_tree.hpp"

#include <gtest/gtest.h>

#include <tuple>

namespace resnet_bench {
namespace {

TEST(MachineFacts, OfAMadeMachine) {
  const MadeTree tree;
  tree.write("proc/cpuinfo",
             "processor\t: 0\nmodel name\t: A\nflags\t\t: fma avx2\nvmx flags\t: x\n"
             "microcode\t: 0x1\n\nprocessor\t: 1\nflags\t\t: other\n");
  const std::string cpus = "sys/devices/system/cpu/";
  tree.write(cpus + "online", "0-7\n");
  tree.write(cpus + "smt/active", "1\n");
  tree.write(cpus + "intel_pstate/no_turbo", "0\n");
  tree.write(cpus + "cpu2/cpufreq/scaling_governor", "powersave\n");
  tree.write(cpus + "cpu3/cpufreq/scaling_governor", "performance\n");
  tree.write(cpus + "cpu4/cpufreq/scaling_governor", "schedutil\n");
  for (const auto& [index, level, type, size] :
       {std::tuple{"0", "1", "Data", "48K"}, std::tuple{"1", "1", "Instruction", "32K"},
        std::tuple{"2", "2", "Unified", "2048K"}}) {
    const std::string folder = cpus + "cpu2/cache/index" + index + "/";
    tree.write(folder + "level", std::string(level) + "\n");
    tree.write(folder + "type", std::string(type) + "\n");
    tree.write(folder + "size", std::string(size) + "\n");
  }
  tree.write("sys/devices/system/node/online", "0-1\n");
  tree.write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  tree.write("proc/meminfo", "MemTotal:       2097152 kB\nMemFree: 1 kB\n");
  tree.write("proc/sys/kernel/osrelease", "6.1.0\n");
  tree.write("proc/self/cgroup", "0::/ours\n");
  tree.write("proc/self/mountinfo",
             "30 22 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n");
  tree.write("sys/fs/cgroup/ours/cpu.max", "150000 100000\n");
  EXPECT_EQ(machine_facts({2, 3}, tree.root()), (Facts{{"cpu_flags", "fma avx2"},
                                                       {"microcode", "0x1"},
                                                       {"caches", "L1d 48K, L2 2048K"},
                                                       {"smt", "on"},
                                                       {"turbo", "on"},
                                                       {"governor", "performance, powersave"},
                                                       {"processors_online", "0-7"},
                                                       {"processors_allowed", "2-3"},
                                                       {"numa_nodes", "0-1"},
                                                       {"huge_pages_setting", "madvise"},
                                                       {"memory", "2.00 GiB"},
                                                       {"kernel", "6.1.0"},
                                                       {"cgroup", "/ours"},
                                                       {"cpu_quota", "1.5"}}));
}

TEST(MachineFacts, WhatASystemDoesNotTellIsLeftOut) {
  const MadeTree tree;
  EXPECT_EQ(machine_facts({0}, tree.root()), (Facts{{"processors_allowed", "0"}}));
}

TEST(EnvironmentFacts, OnlyWhatLibrariesRead) {
  const char* const environment[] = {
      "PATH=/bin",   "OMP_NUM_THREADS=4", "GLIBC_TUNABLES=glibc.malloc.hugetlb=1",
      "LD_PRELOAD=", "XOMP_X=1",          "MALLOC_ARENA_MAX=2",
      nullptr};
  EXPECT_EQ(environment_facts(environment), (Facts{{"OMP_NUM_THREADS", "4"},
                                                   {"GLIBC_TUNABLES", "glibc.malloc.hugetlb=1"},
                                                   {"LD_PRELOAD", ""},
                                                   {"MALLOC_ARENA_MAX", "2"}}));
}

TEST(OpenMpRuntimes, EachOnceByItsFile) {
  const MadeTree tree;
  tree.write("proc/self/maps",
             "7f00-7f01 r--p 0 08:01 1 /usr/lib/libgomp.so.1.0.0\n"
             "7f01-7f02 r-xp 0 08:01 1 /usr/lib/libgomp.so.1.0.0\n"
             "7f02-7f03 r-xp 0 08:01 2 /usr/lib/libopenblas.so\n"
             "7f03-7f04 rw-p 0 00:00 0 [stack]\n");
  EXPECT_EQ(openmp_runtimes(tree.root()), (std::vector<std::string>{"libgomp.so.1.0.0"}));
  tree.write("proc/self/maps",
             "7f00-7f01 r--p 0 08:01 1 /usr/lib/libgomp.so.1.0.0\n"
             "7f01-7f02 r-xp 0 08:01 3 /usr/lib/llvm/libomp.so.5\n");
  EXPECT_EQ(openmp_runtimes(tree.root()),
            (std::vector<std::string>{"libgomp.so.1.0.0", "libomp.so.5"}));
}

}  // namespace
}  // namespace resnet_bench
