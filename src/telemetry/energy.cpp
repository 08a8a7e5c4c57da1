#include "telemetry/reread_file.hpp"
#include "telemetry/sources.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace resnet_bench {
namespace {

namespace fs = std::filesystem;

/// A zone of https://docs.kernel.org/power/powercap/powercap.html. Its count of microjoules begins
/// again at 0 after `range`, some minutes of full power at the least.
struct Zone {
  RereadFile count;
  double range = 0;
  double last = 0;
  double joules = 0;

  double read() {
    const auto now = count.number();
    if (!now) return std::numeric_limits<double>::quiet_NaN();
    const double passed = *now - last;
    joules += (passed < 0 ? passed + range : passed) / 1e6;
    last = *now;
    return joules;
  }
};

class Energy final : public SensorSource {
 public:
  explicit Energy(const fs::path& root) {
    const fs::path top = root / "sys/class/powercap";
    std::vector<std::string> zones;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(top, none)) {
      zones.push_back(entry.path().filename());
    }
    std::sort(zones.begin(), zones.end());
    int error = 0;
    // "intel-rapl:0" is a package, "intel-rapl:0:1" a part of it. What intel-rapl-mmio shows is
    // the same packages again.
    for (const std::string& zone : zones) {
      if (!zone.starts_with("intel-rapl:")) continue;
      const std::string name = word_in(top / zone / "name");
      const std::string parent = word_in(top / zone.substr(0, zone.rfind(':')) / "name");
      if (name.starts_with("package")) {
        add(top / zone, name, error);
      } else if (name == "dram") {
        add(top / zone, parent + "/dram", error);
      }
    }
    if (zones_.empty()) {
      missing_.push_back("energy (powercap " + std::string(why_unreadable(error)) + ")");
    }
  }

  void read(std::vector<double>& values) override {
    for (Zone& zone : zones_) values.push_back(zone.read());
  }

 private:
  void add(const fs::path& folder, const std::string& device, int& error) {
    Zone zone{.count = RereadFile(folder / "energy_uj")};
    const auto now = zone.count.number();
    if (!now) {
      error = zone.count.error();
      return;
    }
    zone.last = *now;
    zone.range = RereadFile(folder / "max_energy_range_uj").number().value_or(0);
    zones_.push_back(std::move(zone));
    sensors_.push_back({device, "energy"});
  }

  std::vector<Zone> zones_;
};

}  // namespace

std::unique_ptr<SensorSource> energy_source(const fs::path& root) {
  return std::make_unique<Energy>(root);
}

}  // namespace resnet_bench
