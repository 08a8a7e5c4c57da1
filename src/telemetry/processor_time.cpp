#include "telemetry/reread_file.hpp"
#include "telemetry/sources.hpp"

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <unistd.h>

namespace resnet_bench {
namespace {

class ProcessorTime final : public SensorSource {
 public:
  ProcessorTime(const std::vector<int>& processors, const std::filesystem::path& root)
      : processors_(processors.begin(), processors.end()),
        file_(root / "proc/stat"),
        ticks_per_second_(static_cast<double>(sysconf(_SC_CLK_TCK))) {
    if (const auto now = totals()) {
      first_ = *now;
      sensors_ = {{"cpu", "busy"}, {"cpu", "steal"}};
    } else {
      missing_.push_back("use by others, steal (/proc/stat " +
                         std::string(why_unreadable(file_.error())) + ")");
    }
  }

  void read(std::vector<double>& values) override {
    if (sensors_.empty()) return;
    const auto now = totals();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    values.push_back(now ? (now->busy - first_.busy) / ticks_per_second_ : nan);
    values.push_back(now ? (now->steal - first_.steal) / ticks_per_second_ : nan);
  }

 private:
  struct Ticks {
    double busy = 0;
    double steal = 0;
  };

  /// "cpu3 user nice system idle iowait irq softirq steal guest guest_nice"; a guest's time is in
  /// user already.
  std::optional<Ticks> totals() {
    Ticks sum;
    bool found = false;
    std::string_view text = file_.text();
    while (text.starts_with("cpu")) {
      std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      line.remove_prefix(3);
      if (line.starts_with(' ')) continue;  // the sum over all, ours or not
      const auto number = next_number(line);
      if (!number || !processors_.contains(static_cast<int>(*number))) continue;
      double field[8] = {};
      for (double& value : field) value = next_number(line).value_or(0);
      sum.busy += field[0] + field[1] + field[2] + field[5] + field[6];
      sum.steal += field[7];
      found = true;
    }
    return found ? std::optional(sum) : std::nullopt;
  }

  std::set<int> processors_;
  RereadFile file_;
  double ticks_per_second_;
  Ticks first_;
};

}  // namespace

std::unique_ptr<SensorSource> processor_time_source(const std::vector<int>& processors,
                                                    const std::filesystem::path& root) {
  return std::make_unique<ProcessorTime>(processors, root);
}

}  // namespace resnet_bench
