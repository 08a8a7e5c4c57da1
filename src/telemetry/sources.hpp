#pragma once

#include "resnet_bench/sensor.hpp"

#include <filesystem>
#include <memory>
#include <vector>

/// Where /proc and /sys are looked for is `root`; tests give a made tree. `processors` are the
/// logical ones this process may run on.
namespace resnet_bench {

/// cpu: `busy`, `steal` (s, counters, summed over the processors), proc(5) /proc/stat.
std::unique_ptr<SensorSource> processor_time_source(const std::vector<int>& processors,
                                                    const std::filesystem::path& root = "/");

/// cpu:N and, as their mean, cpu: `clock` (MHz), of cpufreq; cpu: `throttled` (counter of the times
/// that a core or its package was slowed for heat).
std::unique_ptr<SensorSource> clock_source(const std::vector<int>& processors,
                                           const std::filesystem::path& root = "/");

/// cpu: `temperature` (C), of the hottest of the processors' sensors.
std::unique_ptr<SensorSource> temperature_source(const std::filesystem::path& root = "/");

/// package-I and package-I/dram: `energy` (J, counters), of Linux's powercap (RAPL).
std::unique_ptr<SensorSource> energy_source(const std::filesystem::path& root = "/");

/// process: `cpu`, `wait` (s, counters: running; ready to run but not running), `switches` (counter
/// of the times one of our threads was put on a processor), `busy_threads` (that ran more than half
/// the time since the reading before), `minor_faults`, `major_faults` (counters), `resident`
/// (bytes).
std::unique_ptr<SensorSource> process_source(const std::filesystem::path& root = "/");

/// cgroup: `throttled` (s, counter): for how long the quota of a control group stopped us.
std::unique_ptr<SensorSource> control_group_source(const std::filesystem::path& root = "/");

/// All of them.
std::vector<std::unique_ptr<SensorSource>> host_sources(const std::vector<int>& processors,
                                                        const std::filesystem::path& root = "/");

}  // namespace resnet_bench
