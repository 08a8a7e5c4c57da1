#include "telemetry/reread_file.hpp"
#include "telemetry/sources.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

namespace resnet_bench {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> entries(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

class Temperature final : public SensorSource {
 public:
  explicit Temperature(const fs::path& root) {
    constexpr std::array drivers = {"coretemp", "k10temp", "zenpower", "cpu_thermal"};
    for (const fs::path& chip : entries(root / "sys/class/hwmon")) {
      const std::string driver = word_in(chip / "name");
      if (std::find(drivers.begin(), drivers.end(), driver) == drivers.end()) continue;
      for (const fs::path& file : entries(chip)) {
        const std::string name = file.filename();
        if (name.starts_with("temp") && name.ends_with("_input")) add(file);
      }
    }
    constexpr std::array zones = {"x86_pkg_temp", "cpu-thermal", "cpu_thermal"};
    if (files_.empty()) {
      for (const fs::path& zone : entries(root / "sys/class/thermal")) {
        const std::string type = word_in(zone / "type");
        if (std::find(zones.begin(), zones.end(), type) != zones.end()) add(zone / "temp");
      }
    }
    if (files_.empty()) {
      missing_.push_back("temperature (no processor's in hwmon or thermal)");
    } else {
      sensors_.push_back({"cpu", "temperature"});
    }
  }

  void read(std::vector<double>& values) override {
    if (files_.empty()) return;
    double hottest = std::numeric_limits<double>::quiet_NaN();
    for (RereadFile& file : files_) {
      const auto milli = file.number();
      if (milli && !(hottest >= *milli / 1000)) hottest = *milli / 1000;
    }
    values.push_back(hottest);
  }

 private:
  void add(const fs::path& path) {
    RereadFile file(path);
    if (file.number()) files_.push_back(std::move(file));
  }

  std::vector<RereadFile> files_;
};

}  // namespace

std::unique_ptr<SensorSource> temperature_source(const fs::path& root) {
  return std::make_unique<Temperature>(root);
}

}  // namespace resnet_bench
