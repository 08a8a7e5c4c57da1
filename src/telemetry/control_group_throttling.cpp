#include "telemetry/reread_file.hpp"
#include "telemetry/sources.hpp"
#include "vocabulary/control_group.hpp"

#include <string>

namespace resnet_bench {
namespace {

namespace fs = std::filesystem;

/// The number behind a name, in lines "name number".
std::optional<double> named(std::string_view text, const std::string& name) {
  const std::size_t at = ("\n" + std::string(text)).find("\n" + name + " ");
  if (at == std::string::npos) return {};
  text.remove_prefix(at + name.size());
  return next_number(text);
}

class ControlGroupThrottling final : public SensorSource {
 public:
  explicit ControlGroupThrottling(const fs::path& root) {
    for (const ControlGroup& group : control_groups("cpu", root)) {
      for (const fs::path& folder : group.folders) {
        File file{RereadFile(folder / "cpu.stat"), group.version == 1};
        if (seconds(file)) files_.push_back(std::move(file));
      }
    }
    // Where there is no such file there is no quota either, so nothing is missing.
    if (files_.empty()) return;
    sensors_ = {{"cgroup", "throttled"}};
    first_ = total();
  }

  void read(std::vector<double>& values) override {
    if (!files_.empty()) values.push_back(total() - first_);
  }

 private:
  struct File {
    RereadFile file;
    bool old = false;
  };

  /// cgroup v1 counts ns, v2 us.
  static std::optional<double> seconds(File& file) {
    const auto value = named(file.file.text(), file.old ? "throttled_time" : "throttled_usec");
    return value ? std::optional(*value / (file.old ? 1e9 : 1e6)) : std::nullopt;
  }

  double total() {
    double sum = 0;
    for (File& file : files_) sum += seconds(file).value_or(0);
    return sum;
  }

  std::vector<File> files_;
  double first_ = 0;
};

}  // namespace

std::unique_ptr<SensorSource> control_group_source(const fs::path& root) {
  return std::make_unique<ControlGroupThrottling>(root);
}

std::vector<std::unique_ptr<SensorSource>> host_sources(const std::vector<int>& processors,
                                                        const fs::path& root) {
  std::vector<std::unique_ptr<SensorSource>> sources;
  sources.push_back(processor_time_source(processors, root));
  sources.push_back(process_source(root));
  sources.push_back(control_group_source(root));
  sources.push_back(clock_source(processors, root));
  sources.push_back(temperature_source(root));
  sources.push_back(energy_source(root));
  return sources;
}

}  // namespace resnet_bench
