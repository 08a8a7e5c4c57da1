#include "report/telemetry_summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace resnet_bench {
namespace {

bool is_measured(const IterationRecord& iteration) {
  return iteration.kind == IterationKind::plain || iteration.kind == IterationKind::layered;
}

/// All readings, over one span of time.
class Readings {
 public:
  Readings(const std::vector<TelemetryRecord>& rows, std::int64_t begin_ns, std::int64_t end_ns)
      : begin_ns_(begin_ns), end_ns_(end_ns) {
    for (const TelemetryRecord& row : rows) {
      series_[{row.device, row.sensor}].add(row.time_ns, row.value);
    }
  }

  double seconds() const { return static_cast<double>(end_ns_ - begin_ns_) / 1e9; }

  std::optional<double> growth(const char* device, const char* sensor) const {
    return ask(device, sensor,
               [&](const Series& series) { return series.growth(begin_ns_, end_ns_); });
  }
  std::optional<double> rate(const char* device, const char* sensor) const {
    const auto all = growth(device, sensor);
    return all ? std::optional(*all / seconds()) : std::nullopt;
  }
  std::optional<double> mean(const char* device, const char* sensor) const {
    return ask(device, sensor,
               [&](const Series& series) { return series.mean(begin_ns_, end_ns_); });
  }
  std::optional<double> most(const char* device, const char* sensor) const {
    return ask(device, sensor, [&](const Series& series) -> std::optional<double> {
      const auto range = series.range(begin_ns_, end_ns_);
      return range ? std::optional(range->most) : std::nullopt;
    });
  }

  /// Joules of all packages, or of all their memories.
  std::optional<double> energy(bool of_memory) const {
    std::optional<double> sum;
    for (const auto& [key, series] : series_) {
      if (key.second != "energy" || key.first.ends_with("/dram") != of_memory) continue;
      if (const auto growth = series.growth(begin_ns_, end_ns_)) sum = sum.value_or(0) + *growth;
    }
    return sum;
  }

  /// Of the clocks of single processors.
  std::optional<Series::Range> clock_range() const {
    std::optional<Series::Range> all;
    for (const auto& [key, series] : series_) {
      if (key.second != "clock" || !key.first.starts_with("cpu:")) continue;
      const auto range = series.range(begin_ns_, end_ns_);
      if (!range) continue;
      if (!all) all = range;
      all->least = std::min(all->least, range->least);
      all->most = std::max(all->most, range->most);
    }
    return all;
  }

 private:
  template <class Question>
  std::optional<double> ask(const char* device, const char* sensor, Question question) const {
    const auto at = series_.find({device, sensor});
    return at == series_.end() ? std::nullopt : question(at->second);
  }

  std::int64_t begin_ns_;
  std::int64_t end_ns_;
  std::map<std::pair<std::string, std::string>, Series> series_;
};

struct Times {
  std::int64_t count = 0;
  double mean = 0;
  double squares = 0;  ///< sum of squared distances from the mean, by Welford's recurrence

  void add(double value) {
    const double from = value - mean;
    mean += from / static_cast<double>(++count);
    squares += from * (value - mean);
  }
  /// Squared standard error of the mean, relative to it.
  double relative_error() const {
    const auto n = static_cast<double>(count);
    return count > 1 ? squares / (n - 1) / n / (mean * mean)
                     : std::numeric_limits<double>::infinity();
  }
};

std::optional<SamplerCost> sampler_cost(const std::vector<IterationRecord>& iterations) {
  Times with, without;
  for (const IterationRecord& iteration : iterations) {
    if (iteration.kind != IterationKind::plain) continue;
    (iteration.sampled ? with : without).add(static_cast<double>(iteration.wall_ns));
  }
  if (with.count < 2 || without.count < 2 || !(with.mean > 0) || !(without.mean > 0)) return {};
  const double ratio = with.mean / without.mean;
  return SamplerCost{with.count, without.count, ratio - 1,
                     1.96 * ratio * std::sqrt(with.relative_error() + without.relative_error())};
}

}  // namespace

std::optional<TelemetrySummary> summarize_telemetry(const std::vector<TelemetryRecord>& readings,
                                                    const std::vector<IterationRecord>& iterations,
                                                    std::int64_t batch) {
  const auto first = std::find_if(iterations.begin(), iterations.end(), is_measured);
  const auto last = std::find_if(iterations.rbegin(), iterations.rend(), is_measured).base();
  if (readings.empty() || first == iterations.end()) return {};
  const IterationRecord& end = *std::prev(last);
  const Readings all(readings, first->start_ns, end.start_ns + end.wall_ns);
  if (!(all.seconds() > 0)) return {};
  const auto count = static_cast<double>(last - first);
  const auto an_iteration = [&](std::optional<double> total) {
    return total ? std::optional(*total / count) : std::nullopt;
  };

  TelemetrySummary summary{.seconds = all.seconds()};
  summary.own_processors = all.rate("process", "cpu");
  if (const auto busy = all.rate("cpu", "busy"); busy && summary.own_processors) {
    summary.other_processors = std::max(0.0, *busy - *summary.own_processors);
  }
  summary.steal_processors = all.rate("cpu", "steal");
  summary.busy_threads = all.mean("process", "busy_threads");
  summary.waiting_threads = all.rate("process", "wait");
  summary.clock_mhz = all.mean("cpu", "clock");
  summary.clock_range = all.clock_range();
  summary.temperature_c = all.most("cpu", "temperature");
  summary.throttled = all.growth("cpu", "throttled");
  summary.quota_seconds = all.growth("cgroup", "throttled");
  summary.minor_faults = an_iteration(all.growth("process", "minor_faults"));
  summary.major_faults = an_iteration(all.growth("process", "major_faults"));
  summary.switches = an_iteration(all.growth("process", "switches"));
  summary.resident_bytes = all.most("process", "resident");
  summary.sampler_share = all.rate("sampler", "cpu");
  summary.sampler_cost = sampler_cost(iterations);

  const auto package = all.energy(false);
  const auto dram = all.energy(true);
  if (package) {
    summary.package_watts = *package / all.seconds();
    summary.joules_per_image = (*package + dram.value_or(0)) / (count * static_cast<double>(batch));
  }
  if (dram) summary.dram_watts = *dram / all.seconds();
  return summary;
}

}  // namespace resnet_bench
