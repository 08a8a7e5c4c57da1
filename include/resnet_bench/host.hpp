#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// What of this machine this process may use. `root` is where /proc and /sys are looked for; tests
/// give a made tree. What a system does not tell counts as no limit.
namespace resnet_bench {

/// The logical processors this process may run on (sched_getaffinity), by number: as it was when
/// first asked for, whatever threads are bound to later.
const std::vector<int>& allowed_processors();

/// Lets the calling thread, and those that it starts, run on these processors alone. False: the
/// system refuses.
bool run_on(const std::vector<int>& processors);

/// Processors for `threads` threads out of `allowed`: one of each physical core, in the order of
/// `allowed`, before the second hyper-thread of any. Empty where there are not so many.
std::vector<int> spread_over_cores(int threads, const std::vector<int>& allowed,
                                   const std::filesystem::path& root = "/");

/// `allowed` cut into `parts` of whole physical cores, as many in each but for one, those of a
/// package together. Empty where there are fewer cores.
std::vector<std::vector<int>> divide_by_cores(int parts, const std::vector<int>& allowed,
                                              const std::filesystem::path& root = "/");

/// "0-3,8": numbers in their order, with runs of them joined.
std::string number_list(const std::vector<int>& numbers);

/// How many threads can run at once. Never less than 1.
struct ProcessorCount {
  int cores = 1;    ///< physical ones: hyper-threads of one core count once
  int threads = 1;  ///< logical ones
};

/// Of `allowed`, and no more than the CPU quota of our control groups, rounded down.
ProcessorCount usable_processors(const std::vector<int>& allowed = allowed_processors(),
                                 const std::filesystem::path& root = "/");

/// CPU time a second of wall time that our control groups allow; infinite where they do not limit
/// it.
double cpu_quota(const std::filesystem::path& root = "/");

/// Bytes that can be taken now without swapping or being killed: the least of what the kernel
/// calls available and of what our control groups leave.
std::int64_t available_memory(const std::filesystem::path& root = "/");

}  // namespace resnet_bench
