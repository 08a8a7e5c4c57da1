#include "telemetry/flags.hpp"

namespace resnet_bench {
namespace {

/// Of others. /proc/stat counts in ticks of 10 ms, so what they seem to use is uncertain by some
/// ticks a processor, which is what the second term allows for.
constexpr double others_processors = 0.1;
constexpr double others_share = 0.01;
constexpr double steal_share = 0.01;   ///< of the processors' time
constexpr double clock_share = 0.95;   ///< of the mean clock so far
constexpr double quota_share = 0.001;  ///< of the time

}  // namespace

std::string flags_of(const IterationRecord& iteration, const SensorSeries& readings,
                     const Usual& usual) {
  const std::int64_t begin = iteration.start_ns;
  const std::int64_t end = begin + iteration.wall_ns;
  const double seconds = static_cast<double>(iteration.wall_ns) / 1e9;
  const auto processors = static_cast<double>(usual.processors);
  const auto series = [&](const char* device, const char* sensor) {
    const auto at = readings.find({device, sensor});
    return at == readings.end() ? nullptr : &at->second;
  };
  const auto growth = [&](const char* device, const char* sensor) -> std::optional<double> {
    const Series* found = series(device, sensor);
    return found != nullptr ? found->growth(begin, end) : std::nullopt;
  };

  std::string flags;
  const auto flag = [&](bool is, const char* word) {
    if (is) flags.append(flags.empty() ? "" : " ").append(word);
  };
  const auto busy = growth("cpu", "busy");
  const auto own = growth("process", "cpu");
  flag(busy && own && *busy - *own > (others_processors + others_share * processors) * seconds,
       "other-load");
  flag(growth("cpu", "steal").value_or(0) > steal_share * processors * seconds, "steal");
  if (const Series* clock = series("cpu", "clock"); clock != nullptr && usual.clock_mhz) {
    const auto mhz = clock->mean(begin, end);
    flag(mhz && *mhz < clock_share * *usual.clock_mhz, "slow-clock");
  }
  flag(growth("cpu", "throttled").value_or(0) > 0, "throttled");
  flag(growth("cgroup", "throttled").value_or(0) > quota_share * seconds, "quota");
  flag(growth("process", "major_faults").value_or(0) > 0, "disk-reads");
  return flags;
}

}  // namespace resnet_bench
