#include "telemetry/reread_file.hpp"
#include "telemetry/sources.hpp"

#include <cmath>
#include <limits>
#include <set>
#include <string>

namespace resnet_bench {
namespace {

namespace fs = std::filesystem;

constexpr double khz_per_mhz = 1000;

class Clock final : public SensorSource {
 public:
  Clock(const std::vector<int>& processors, const fs::path& root) {
    int clock_error = 0;
    for (const int processor : processors) {
      const fs::path folder = root / "sys/devices/system/cpu" / ("cpu" + std::to_string(processor));
      RereadFile clock(folder / "cpufreq/scaling_cur_freq");
      if (clock.number()) {
        sensors_.push_back({"cpu:" + std::to_string(processor), "clock"});
        clocks_.push_back(std::move(clock));
      } else {
        clock_error = clock.error();
      }
      find_throttles(folder);
    }
    if (clocks_.empty()) {
      missing_.push_back("clock (cpufreq " + std::string(why_unreadable(clock_error)) + ")");
    } else {
      sensors_.push_back({"cpu", "clock"});
    }
    if (throttles_.empty()) {
      missing_.push_back("throttling for heat (thermal_throttle not here)");
    } else {
      sensors_.push_back({"cpu", "throttled"});
      first_throttled_ = throttled();
    }
  }

  void read(std::vector<double>& values) override {
    double sum = 0;
    double known = 0;
    for (RereadFile& file : clocks_) {
      const auto khz = file.number();
      values.push_back(khz ? *khz / khz_per_mhz : std::numeric_limits<double>::quiet_NaN());
      if (khz) sum += *khz / khz_per_mhz, ++known;
    }
    if (!clocks_.empty()) values.push_back(sum / known);  // NaN: none is known
    if (!throttles_.empty()) values.push_back(throttled() - first_throttled_);
  }

 private:
  /// Those of one package, or of the hyper-threads of one core, count the same events.
  void find_throttles(const fs::path& processor) {
    const auto once = [&](const char* file, const std::string& owner) {
      RereadFile count(processor / "thermal_throttle" / file);
      if (count.number() && seen_.insert(file + owner).second) {
        throttles_.push_back(std::move(count));
      }
    };
    const std::string package = word_in(processor / "topology/physical_package_id");
    once("core_throttle_count", package + "/" + word_in(processor / "topology/core_id"));
    once("package_throttle_count", package);
  }

  double throttled() {
    double sum = 0;
    for (RereadFile& count : throttles_) sum += count.number().value_or(0);
    return sum;
  }

  std::vector<RereadFile> clocks_;
  std::vector<RereadFile> throttles_;
  std::set<std::string> seen_;
  double first_throttled_ = 0;
};

}  // namespace

std::unique_ptr<SensorSource> clock_source(const std::vector<int>& processors,
                                           const fs::path& root) {
  return std::make_unique<Clock>(processors, root);
}

}  // namespace resnet_bench
