#include "resnet_bench/machine.hpp"

#include "resnet_bench/host.hpp"
#include "resnet_bench/text.hpp"

#include "vocabulary/control_group.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <string_view>

namespace resnet_bench {
namespace {

namespace fs = std::filesystem;

std::string line_in(const fs::path& file) {
  std::string line;
  std::getline(std::ifstream(file), line);
  return line;
}

/// The text behind "name : " in /proc/cpuinfo, of the first processor.
std::string cpuinfo(const fs::path& root, const std::string& name) {
  std::ifstream lines(root / "proc/cpuinfo");
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(name)) continue;
    const std::size_t colon = line.find(':');
    const std::size_t end_of_name = line.find_last_not_of(" \t", colon - 1) + 1;
    if (colon == std::string::npos || end_of_name != name.size()) continue;
    const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return "";
}

/// "L1d 48K, L2 2048K, L3 266240K" of one processor.
std::string caches(const fs::path& processor) {
  std::string text;
  for (int index = 0;; ++index) {
    const fs::path folder = processor / "cache" / ("index" + std::to_string(index));
    const std::string level = line_in(folder / "level");
    if (level.empty()) return text;
    const std::string type = line_in(folder / "type");
    if (type == "Instruction") continue;
    text.append(text.empty() ? "L" : ", L").append(level).append(type == "Data" ? "d " : " ");
    text += line_in(folder / "size");
  }
}

/// Their governors, each once.
std::string governors(const fs::path& cpus, const std::vector<int>& processors) {
  std::set<std::string> names;
  for (const int processor : processors) {
    names.insert(line_in(cpus / ("cpu" + std::to_string(processor)) / "cpufreq/scaling_governor"));
  }
  names.erase("");
  std::string text;
  for (const std::string& name : names) text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

std::string turbo(const fs::path& cpus) {
  const std::string off = line_in(cpus / "intel_pstate/no_turbo");
  if (!off.empty()) return off == "1" ? "off" : "on";
  const std::string boost = line_in(cpus / "cpufreq/boost");
  return boost.empty() ? "" : boost == "1" ? "on" : "off";
}

/// "madvise" of "always [madvise] never".
std::string chosen(const std::string& line) {
  const std::size_t begin = line.find('[');
  const std::size_t end = line.find(']');
  return begin < end && end != std::string::npos ? line.substr(begin + 1, end - begin - 1) : "";
}

std::string cgroup_paths(const fs::path& root) {
  std::set<std::string> paths;
  std::ifstream lines(root / "proc/self/cgroup");
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.find(':', line.find(':') + 1);
    if (colon != std::string::npos) paths.insert(line.substr(colon + 1));
  }
  std::string text;
  for (const std::string& path : paths) text.append(text.empty() ? "" : ", ").append(path);
  return text;
}

}  // namespace

Facts machine_facts(const std::vector<int>& processors, const fs::path& root) {
  const fs::path cpus = root / "sys/devices/system/cpu";
  const std::string smt = line_in(cpus / "smt/active");
  const auto memory = named_number(root / "proc/meminfo", "MemTotal:");
  const double quota = cpu_quota(root);
  Facts facts = {
      {"cpu_flags", cpuinfo(root, "flags")},
      {"microcode", cpuinfo(root, "microcode")},
      {"caches",
       processors.empty() ? "" : caches(cpus / ("cpu" + std::to_string(processors.front())))},
      {"smt", smt.empty()  ? ""
              : smt == "1" ? "on"
                           : "off"},
      {"governor", governors(cpus, processors)},
      {"turbo", turbo(cpus)},
      {"processors_online", line_in(cpus / "online")},
      {"processors_allowed", number_list(processors)},
      {"numa_nodes", line_in(root / "sys/devices/system/node/online")},
      {"huge_pages_setting", chosen(line_in(root / "sys/kernel/mm/transparent_hugepage/enabled"))},
      {"memory", memory ? bytes_text(static_cast<std::int64_t>(*memory) * 1024) : ""},
      {"kernel", line_in(root / "proc/sys/kernel/osrelease")},
      {"cgroup", cgroup_paths(root)},
      {"cpu_quota", quota < 1e9 ? to_text(quota) : ""},
  };
  std::erase_if(facts, [](const auto& fact) { return fact.second.empty(); });
  return facts;
}

Facts environment_facts(const char* const* environment) {
  constexpr std::array<std::string_view, 14> prefixes = {
      "OMP_",  "GOMP_",   "KMP_", "OPENBLAS_", "GOTO_",           "BLIS_",       "MKL_",
      "DNNL_", "ONEDNN_", "HWY_", "MALLOC_",   "GLIBC_TUNABLES=", "LD_PRELOAD=", "LD_LIBRARY_PATH=",
  };
  Facts facts;
  for (; *environment != nullptr; ++environment) {
    const std::string_view entry = *environment;
    const auto ours = [&](std::string_view prefix) { return entry.starts_with(prefix); };
    const std::size_t equals = entry.find('=');
    if (equals == std::string_view::npos || std::none_of(prefixes.begin(), prefixes.end(), ours)) {
      continue;
    }
    facts.emplace(entry.substr(0, equals), entry.substr(equals + 1));
  }
  return facts;
}

std::vector<std::string> openmp_runtimes(const fs::path& root) {
  std::set<std::string> names;
  std::ifstream maps(root / "proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const std::size_t slash = line.rfind('/');
    if (slash == std::string::npos) continue;
    const std::string name = line.substr(slash + 1);
    for (const char* runtime : {"libgomp", "libomp.", "libomp5", "libiomp5"}) {
      if (name.starts_with(runtime)) names.insert(name);
    }
  }
  return {names.begin(), names.end()};
}

}  // namespace resnet_bench
