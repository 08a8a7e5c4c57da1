#include "vocabulary/control_group.hpp"

#include <fstream>
#include <sstream>

namespace resnet_bench {
namespace {

namespace fs = std::filesystem;

/// "cpu" in "rw,cpu,cpuacct".
bool has_word(const std::string& list, const std::string& word) {
  return ("," + list + ",").find("," + word + ",") != std::string::npos;
}

/// Our place in a hierarchy, from /proc/self/cgroup: lines "4:cpu,cpuacct:/a/b" of version 1,
/// "0::/a/b" of version 2.
std::string own_group(int version, const std::string& controller, const fs::path& root) {
  std::ifstream file(root / "proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const bool found = version == 2 ? controllers.empty() : has_word(controllers, controller);
    if (found) return line.substr(second + 1);
  }
  return "/";
}

/// The folder below `mount_point` that is `group`, where `mount_root` is the group mounted there. A
/// group outside of what is mounted (another namespace's) leaves the mount point itself.
fs::path folder_of(const std::string& group, const std::string& mount_root,
                   const fs::path& mount_point) {
  const fs::path relative = fs::path(group).lexically_relative(mount_root);
  const bool outside = relative.empty() || *relative.begin() == "..";
  return outside || relative == "." ? mount_point : mount_point / relative;
}

}  // namespace

std::vector<ControlGroup> control_groups(const std::string& controller, const fs::path& root) {
  std::vector<ControlGroup> result;
  std::ifstream mounts(root / "proc/self/mountinfo");
  // "32 31 0:29 /a /sys/fs/cgroup/cpu rw,relatime shared:5 - cgroup cgroup rw,cpu", proc(5)
  for (std::string line; std::getline(mounts, line);) {
    std::istringstream words(line);
    std::string id, parent, device, mount_root, mount_point, word, type, source, options;
    words >> id >> parent >> device >> mount_root >> mount_point;
    while (words >> word && word != "-") {
    }
    words >> type >> source >> options;
    const int version = type == "cgroup2" ? 2 : type == "cgroup" ? 1 : 0;
    if (version == 0 || (version == 1 && !has_word(options, controller))) continue;

    const fs::path top = root / fs::path(mount_point).relative_path();
    ControlGroup group{version, {}};
    fs::path folder = folder_of(own_group(version, controller, root), mount_root, top);
    for (; folder != top && folder.has_relative_path(); folder = folder.parent_path()) {
      group.folders.push_back(folder);
    }
    group.folders.push_back(top);
    result.push_back(std::move(group));
  }
  return result;
}

std::optional<double> number_in(const fs::path& file) {
  std::ifstream stream(file);
  double value = 0;
  return stream >> value ? std::optional(value) : std::nullopt;
}

std::optional<double> named_number(const fs::path& file, const std::string& name) {
  std::ifstream stream(file);
  std::string word;
  double value = 0;
  while (stream >> word) {
    if (word == name) return stream >> value ? std::optional(value) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace resnet_bench
