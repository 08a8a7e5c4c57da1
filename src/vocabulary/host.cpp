#include "resnet_bench/host.hpp"

#include "vocabulary/control_group.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <sched.h>
#include <set>
#include <string>
#include <utility>

namespace resnet_bench {
namespace {

namespace fs = std::filesystem;

/// Package and core of a processor; nothing without a topology (some virtual machines).
std::optional<std::pair<double, double>> core_of(int processor, const fs::path& root) {
  const fs::path topology =
      root / "sys/devices/system/cpu" / ("cpu" + std::to_string(processor)) / "topology";
  const std::optional<double> package = number_in(topology / "physical_package_id");
  const std::optional<double> core = number_in(topology / "core_id");
  if (!package || !core) return {};
  return std::pair(*package, *core);
}

int physical_cores(const std::vector<int>& processors, const fs::path& root) {
  std::set<std::pair<double, double>> cores;
  int untold = 0;  // each counts as a core
  for (const int processor : processors) {
    if (const auto core = core_of(processor, root)) {
      cores.insert(*core);
    } else {
      ++untold;
    }
  }
  return static_cast<int>(cores.size()) + untold;
}

/// Of the calling thread.
std::vector<int> affinity() {
  // The kernel refuses (EINVAL) a set smaller than its own, whose size it does not tell.
  for (int capacity = 1024; capacity <= 1024 * 1024; capacity *= 2) {
    std::vector<cpu_set_t> set(static_cast<std::size_t>(capacity) / (8 * sizeof(cpu_set_t)));
    const std::size_t bytes = set.size() * sizeof(cpu_set_t);
    if (sched_getaffinity(0, bytes, set.data()) != 0) {
      if (errno == EINVAL) continue;
      break;
    }
    std::vector<int> result;
    for (int i = 0; i < capacity; ++i) {
      if (CPU_ISSET_S(static_cast<std::size_t>(i), bytes, set.data())) result.push_back(i);
    }
    return result;
  }
  return {0};
}

/// Bytes that the memory limits of our control groups leave. Files read and not written since
/// (inactive_file) count as used there, but the kernel drops them when memory is wanted.
double memory_left(const fs::path& root) {
  double least = std::numeric_limits<double>::infinity();
  for (const ControlGroup& group : control_groups("memory", root)) {
    const bool old = group.version == 1;
    for (const fs::path& folder : group.folders) {
      const auto limit = number_in(folder / (old ? "memory.limit_in_bytes" : "memory.max"));
      const auto used = number_in(folder / (old ? "memory.usage_in_bytes" : "memory.current"));
      if (!limit || !used) continue;
      const auto droppable =
          named_number(folder / "memory.stat", old ? "total_inactive_file" : "inactive_file");
      least = std::min(least, *limit - std::max(0.0, *used - droppable.value_or(0)));
    }
  }
  return least;
}

}  // namespace

double cpu_quota(const fs::path& root) {
  double least = std::numeric_limits<double>::infinity();
  for (const ControlGroup& group : control_groups("cpu", root)) {
    for (const fs::path& folder : group.folders) {
      std::optional<double> quota, period;  // microseconds
      if (group.version == 1) {
        quota = number_in(folder / "cpu.cfs_quota_us");  // -1: none
        period = number_in(folder / "cpu.cfs_period_us");
      } else {
        std::ifstream file(folder / "cpu.max");  // "200000 100000" or "max 100000"
        double q = 0, p = 0;
        if (file >> q >> p) quota = q, period = p;
      }
      if (quota && period && *quota > 0 && *period > 0) least = std::min(least, *quota / *period);
    }
  }
  return least;
}

const std::vector<int>& allowed_processors() {
  static const std::vector<int> processors = affinity();
  return processors;
}

bool run_on(const std::vector<int>& processors) {
  if (processors.empty()) return false;
  const int most = *std::max_element(processors.begin(), processors.end());
  constexpr int bits = 8 * sizeof(cpu_set_t);
  std::vector<cpu_set_t> set(static_cast<std::size_t>(most / bits + 1));
  const std::size_t bytes = set.size() * sizeof(cpu_set_t);
  for (const int processor : processors) {
    CPU_SET_S(static_cast<std::size_t>(processor), bytes, set.data());
  }
  return sched_setaffinity(0, bytes, set.data()) == 0;
}

std::vector<int> spread_over_cores(int threads, const std::vector<int>& allowed,
                                   const fs::path& root) {
  std::map<std::pair<double, double>, int> used;  // hyper-threads taken, by core
  std::vector<std::pair<int, int>> by_turn;       // which of its core's, processor
  for (const int processor : allowed) {
    const auto core = core_of(processor, root);
    by_turn.emplace_back(core ? used[*core]++ : 0, processor);
  }
  std::stable_sort(by_turn.begin(), by_turn.end(),
                   [](const auto& one, const auto& other) { return one.first < other.first; });
  if (static_cast<std::size_t>(threads) > by_turn.size()) return {};
  std::vector<int> processors;
  for (int i = 0; i < threads; ++i) {
    processors.push_back(by_turn[static_cast<std::size_t>(i)].second);
  }
  return processors;
}

std::vector<std::vector<int>> divide_by_cores(int parts, const std::vector<int>& allowed,
                                              const fs::path& root) {
  std::map<std::pair<double, double>, std::vector<int>> cores;  // by package, first processor
  std::map<std::pair<double, double>, double> first;            // processor, by package and core
  for (const int processor : allowed) {
    const auto core = core_of(processor, root);
    const double package = core ? core->first : 0;
    const double leader = core ? first.try_emplace(*core, processor).first->second : processor;
    cores[{package, leader}].push_back(processor);
  }
  const auto count = static_cast<int>(cores.size());
  if (parts < 1 || count < parts) return {};
  std::vector<std::vector<int>> result(static_cast<std::size_t>(parts));
  int index = 0;
  for (const auto& [where, processors] : cores) {
    std::vector<int>& part = result[static_cast<std::size_t>(index++ * parts / count)];
    part.insert(part.end(), processors.begin(), processors.end());
  }
  for (std::vector<int>& part : result) std::sort(part.begin(), part.end());
  return result;
}

std::string number_list(const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text.append(text.empty() ? "" : ",").append(std::to_string(numbers[i]));
    if (last > i) text.append("-").append(std::to_string(numbers[last]));
    i = last + 1;
  }
  return text;
}

ProcessorCount usable_processors(const std::vector<int>& allowed, const fs::path& root) {
  const double quota = cpu_quota(root);
  const auto limited = [quota](int count) {
    return std::max(1, quota < count ? static_cast<int>(quota) : count);
  };
  return {limited(physical_cores(allowed, root)), limited(static_cast<int>(allowed.size()))};
}

std::int64_t available_memory(const fs::path& root) {
  const std::optional<double> kib = named_number(root / "proc/meminfo", "MemAvailable:");
  const double least =
      std::min(kib ? *kib * 1024 : std::numeric_limits<double>::infinity(), memory_left(root));
  constexpr double beyond = 9223372036854775808.0;  // 2^63
  if (least >= beyond) return std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::max(0.0, least));
}

}  // namespace resnet_bench
