#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace resnet_bench {

/// A mounted hierarchy of control groups that this process is in. See cgroups(7).
struct ControlGroup {
  int version = 2;  ///< 1 or 2
  /// Its folders from ours up to the top of what is mounted. A limit of any of them binds us.
  std::vector<std::filesystem::path> folders;
};

/// Those that have the controller ("cpu", "memory"): none, one, or both versions.
std::vector<ControlGroup> control_groups(const std::string& controller,
                                         const std::filesystem::path& root);

/// The first number in a file of a control group, or of /proc and /sys; empty where there is no
/// file or no number ("max").
std::optional<double> number_in(const std::filesystem::path& file);

/// The number after a name: "MemAvailable:  24272524 kB", "inactive_file 4096".
std::optional<double> named_number(const std::filesystem::path& file, const std::string& name);

}  // namespace resnet_bench
