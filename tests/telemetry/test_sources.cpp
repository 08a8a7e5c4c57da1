#include "telemetry/sources.hpp"
#include "vocabulary/made_tree.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <unistd.h>

namespace resnet_bench {
namespace {

using Values = std::map<std::string, double>;

/// "device/sensor" -> value.
Values read(SensorSource& source) {
  std::vector<double> values;
  source.read(values);
  EXPECT_EQ(values.size(), source.sensors().size());
  Values named;
  for (std::size_t i = 0; i < values.size(); ++i) {
    named[source.sensors()[i].device + " " + source.sensors()[i].name] = values[i];
  }
  return named;
}

TEST(Sources, ProcessorTimeIsThatOfTheProcessorsAllowed) {
  const MadeTree tree;
  //                           user nice system idle iowait irq softirq steal guest guest_nice
  tree.write("proc/stat",
             "cpu  9999 0 0 0 0 0 0 0 0 0\n"
             "cpu0 100 10 20 500 5 1 2 7 50 0\n"
             "cpu1 200 0 0 500 0 0 0 0 0 0\n"
             "cpu2 300 0 0 500 0 0 0 0 0 0\n"
             "intr 12345\n");
  const auto source = processor_time_source({0, 2}, tree.root());
  EXPECT_EQ(read(*source), (Values{{"cpu busy", 0}, {"cpu steal", 0}}));
  tree.write("proc/stat",
             "cpu  9999 0 0 0 0 0 0 0 0 0\n"
             "cpu0 110 20 30 900 99 11 12 37 90 0\n"
             "cpu1 999 0 0 500 0 0 0 99 0 0\n"
             "cpu2 350 0 0 500 0 0 0 0 0 0\n");
  // Ticks of 10 ms: five times ten and fifty; guest time is in user already.
  EXPECT_EQ(read(*source), (Values{{"cpu busy", 1.0}, {"cpu steal", 0.3}}));
}

TEST(Sources, ClocksAndTheirMeanInMegahertz) {
  const MadeTree tree;
  const std::string cpu = "sys/devices/system/cpu/cpu";
  tree.write(cpu + "0/cpufreq/scaling_cur_freq", "2000000\n");
  tree.write(cpu + "3/cpufreq/scaling_cur_freq", "3000000\n");
  tree.write(cpu + "1/cpufreq/scaling_cur_freq", "1000000\n");
  const auto source = clock_source({0, 3}, tree.root());
  EXPECT_EQ(read(*source),
            (Values{{"cpu:0 clock", 2000}, {"cpu:3 clock", 3000}, {"cpu clock", 2500}}));
  EXPECT_EQ(source->missing(),
            (std::vector<std::string>{"throttling for heat (thermal_throttle not here)"}));
}

TEST(Sources, ThrottlingIsCountedOncePerCoreAndPackage) {
  const MadeTree tree;
  // Two hyper-threads of one core, and another core of the same package.
  tree.processor(0, 0, 0);
  tree.processor(1, 0, 1);
  tree.processor(2, 0, 0);
  const auto write = [&](int processor, int core, int package) {
    const std::string folder =
        "sys/devices/system/cpu/cpu" + std::to_string(processor) + "/thermal_throttle/";
    tree.write(folder + "core_throttle_count", std::to_string(core));
    tree.write(folder + "package_throttle_count", std::to_string(package));
  };
  for (const int processor : {0, 1, 2}) write(processor, 5, 100);
  const auto source = clock_source({0, 1, 2}, tree.root());
  EXPECT_EQ(read(*source), (Values{{"cpu throttled", 0}}));
  write(0, 7, 101);
  write(2, 7, 101);
  write(1, 6, 101);
  EXPECT_EQ(read(*source), (Values{{"cpu throttled", 2 + 1 + 1}}));
}

TEST(Sources, TheHottestOfTheProcessorsSensors) {
  const MadeTree tree;
  tree.write("sys/class/hwmon/hwmon0/name", "nvme\n");
  tree.write("sys/class/hwmon/hwmon0/temp1_input", "99000\n");
  tree.write("sys/class/hwmon/hwmon1/name", "coretemp\n");
  tree.write("sys/class/hwmon/hwmon1/temp1_input", "51000\n");
  tree.write("sys/class/hwmon/hwmon1/temp2_input", "63500\n");
  tree.write("sys/class/hwmon/hwmon1/temp2_max", "100000\n");
  EXPECT_EQ(read(*temperature_source(tree.root())), (Values{{"cpu temperature", 63.5}}));
}

TEST(Sources, ThermalZonesWhereHwmonHasNone) {
  const MadeTree tree;
  tree.write("sys/class/thermal/thermal_zone0/type", "acpitz\n");
  tree.write("sys/class/thermal/thermal_zone0/temp", "90000\n");
  tree.write("sys/class/thermal/thermal_zone1/type", "x86_pkg_temp\n");
  tree.write("sys/class/thermal/thermal_zone1/temp", "47000\n");
  EXPECT_EQ(read(*temperature_source(tree.root())), (Values{{"cpu temperature", 47}}));
}

TEST(Sources, EnergyGoesOnWhenItsCounterBeginsAgain) {
  const MadeTree tree;
  const std::string zones = "sys/class/powercap/";
  const auto zone = [&](const std::string& folder, const std::string& name, long uj) {
    tree.write(zones + folder + "/name", name + "\n");
    tree.write(zones + folder + "/max_energy_range_uj", "10000000\n");
    tree.write(zones + folder + "/energy_uj", std::to_string(uj) + "\n");
  };
  zone("intel-rapl:0", "package-0", 9'000'000);
  zone("intel-rapl:0:0", "core", 1);
  zone("intel-rapl:0:1", "dram", 500'000);
  zone("intel-rapl-mmio:0", "package-0", 9'000'000);
  const auto source = energy_source(tree.root());
  EXPECT_EQ(read(*source), (Values{{"package-0 energy", 0}, {"package-0/dram energy", 0}}));
  zone("intel-rapl:0", "package-0", 2'000'000);  // 3 J later, past 10 J
  zone("intel-rapl:0:1", "dram", 750'000);
  EXPECT_EQ(read(*source), (Values{{"package-0 energy", 3}, {"package-0/dram energy", 0.25}}));
  zone("intel-rapl:0", "package-0", 4'000'000);
  EXPECT_EQ(read(*source), (Values{{"package-0 energy", 5}, {"package-0/dram energy", 0.25}}));
}

/// proc(5): pid (name) state ppid pgrp session tty tpgid flags minflt cminflt majflt cmajflt utime
/// stime cutime cstime priority nice threads itrealvalue starttime vsize rss
std::string stat_line(int minor, int major, int pages) {
  return "77 (a b) c) R 1 2 3 4 5 6 " + std::to_string(minor) + " 0 " + std::to_string(major) +
         " 0 11 12 0 0 20 0 2 0 999 123456 " + std::to_string(pages) + " 1 2 3\n";
}

TEST(Sources, OwnUseIsThatOfAllThreadsThatComeAndGo) {
  const MadeTree tree;
  const auto thread = [&](int id, long long cpu_ns, long long wait_ns, int switches) {
    tree.write("proc/self/task/" + std::to_string(id) + "/schedstat",
               std::to_string(cpu_ns) + " " + std::to_string(wait_ns) + " " +
                   std::to_string(switches) + "\n");
  };
  tree.write("proc/self/stat", stat_line(10, 1, 100));
  thread(77, 5'000'000'000, 1'000'000'000, 40);
  const auto source = process_source(tree.root());
  const double page = static_cast<double>(sysconf(_SC_PAGESIZE));
  EXPECT_EQ(read(*source), (Values{{"process cpu", 0},
                                   {"process wait", 0},
                                   {"process switches", 0},
                                   {"process busy_threads", 0},
                                   {"process minor_faults", 0},
                                   {"process major_faults", 0},
                                   {"process resident", 100 * page}}));
  // Hours of work in the moment since then: busy. A new thread, which idles.
  thread(77, 5'000'000'000'000, 2'000'000'000, 50);
  thread(78, 0, 500'000'000, 3);
  tree.write("proc/self/stat", stat_line(17, 3, 200));
  EXPECT_EQ(read(*source), (Values{{"process cpu", 4995},
                                   {"process wait", 1.5},
                                   {"process switches", 13},
                                   {"process busy_threads", 1},
                                   {"process minor_faults", 7},
                                   {"process major_faults", 2},
                                   {"process resident", 200 * page}}));
  // The first one ends: what it did remains counted.
  std::filesystem::remove_all(tree.root() / "proc/self/task/77");
  thread(78, 1'000'000'000, 500'000'000, 4);
  const Values last = read(*source);
  EXPECT_EQ(last.at("process cpu"), 4996);
  EXPECT_EQ(last.at("process switches"), 14);
}

TEST(Sources, SecondsInWhichAQuotaStoppedUs) {
  const MadeTree tree;
  tree.write("proc/self/cgroup", "0::/ours\n");
  tree.write("proc/self/mountinfo",
             "30 22 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n");
  const std::string file = "sys/fs/cgroup/ours/cpu.stat";
  tree.write(file, "usage_usec 5\nnr_throttled 2\nthrottled_usec 1500000\n");
  const auto source = control_group_source(tree.root());
  EXPECT_EQ(read(*source), (Values{{"cgroup throttled", 0}}));
  tree.write(file, "usage_usec 9\nnr_throttled 4\nthrottled_usec 1750000\n");
  EXPECT_EQ(read(*source), (Values{{"cgroup throttled", 0.25}}));
}

TEST(Sources, WhatIsMissingIsSaidWithTheReason) {
  const MadeTree tree;
  std::vector<std::string> missing;
  for (const auto& source : host_sources({0}, tree.root())) {
    EXPECT_TRUE(source->sensors().empty());
    std::vector<double> none;
    source->read(none);
    EXPECT_TRUE(none.empty());
    missing.insert(missing.end(), source->missing().begin(), source->missing().end());
  }
  EXPECT_EQ(missing,
            (std::vector<std::string>{
                "use by others, steal (/proc/stat not here)",
                "our own use (schedstat of threads not here)",
                "page faults, resident memory (/proc/self/stat not here)",
                "clock (cpufreq not here)", "throttling for heat (thermal_throttle not here)",
                "temperature (no processor's in hwmon or thermal)", "energy (powercap not here)"}));
}

TEST(Sources, ASensorThatGoesAwayIsNotANumber) {
  const MadeTree tree;
  const std::string file = "sys/class/powercap/intel-rapl:0/";
  tree.write(file + "name", "package-0\n");
  tree.write(file + "energy_uj", "1000000\n");
  const auto source = energy_source(tree.root());
  tree.write(file + "energy_uj", "");
  EXPECT_TRUE(std::isnan(read(*source).at("package-0 energy")));
}

}  // namespace
}  // namespace resnet_bench
