#include "report/minutes.hpp"

#include "report/number_text.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace resnet_bench {
namespace {

constexpr std::int64_t minute_ns = 60'000'000'000;
constexpr std::size_t minutes_a_line = 10;

bool is_measured(const IterationRecord& iteration) {
  return iteration.kind != IterationKind::warmup && iteration.kind != IterationKind::settle;
}

std::string rate_or_dash(const MinuteThroughput& minute) {
  return minute.throughput ? rate(minute.throughput->images_per_second) : "-";
}

}  // namespace

std::vector<MinuteThroughput> throughput_by_minute(const std::vector<IterationRecord>& iterations,
                                                   std::int64_t batch) {
  const auto first = std::find_if(iterations.begin(), iterations.end(), is_measured);
  if (first == iterations.end()) return {};
  std::map<std::int64_t, std::vector<std::int64_t>> wall_ns;
  std::int64_t end_ns = 0;
  for (auto at = first; at != iterations.end(); ++at) {
    if (!is_measured(*at)) continue;
    end_ns = at->start_ns + at->wall_ns;
    std::vector<std::int64_t>& minute = wall_ns[(at->start_ns - first->start_ns) / minute_ns];
    if (at->kind == IterationKind::plain) minute.push_back(at->wall_ns);
  }
  if (end_ns - first->start_ns < 2 * minute_ns) return {};
  std::vector<MinuteThroughput> minutes;
  for (const auto& [minute, times] : wall_ns) {
    minutes.push_back({minute + 1, throughput(batch, times)});
  }
  return minutes;
}

std::vector<Fact> minute_facts(const std::vector<MinuteThroughput>& minutes) {
  std::vector<const MinuteThroughput*> known;
  for (const MinuteThroughput& minute : minutes) {
    if (minute.throughput) known.push_back(&minute);
  }
  if (known.size() < 2) return {};
  const auto speed = [](const MinuteThroughput* minute) {
    return minute->throughput->images_per_second;
  };
  const MinuteThroughput* slowest = *std::min_element(
      known.begin(), known.end(), [&](auto one, auto other) { return speed(one) < speed(other); });
  std::vector<Fact> facts = {
      {"minutes", "the last has " + percent(speed(known.back()) / speed(known.front()), 1) +
                      " of the first's speed; the slowest, minute " +
                      std::to_string(slowest->minute) + ", " +
                      percent(speed(slowest) / speed(known.front()), 1)}};
  for (std::size_t i = 0; i < minutes.size(); i += minutes_a_line) {
    const std::size_t end = std::min(minutes.size(), i + minutes_a_line);
    std::string text;
    for (std::size_t j = i; j < end; ++j) text += (j > i ? " " : "") + rate_or_dash(minutes[j]);
    facts.push_back({"  " + std::to_string(minutes[i].minute) + " to " +
                         std::to_string(minutes[end - 1].minute),
                     text + " images/s"});
  }
  return facts;
}

}  // namespace resnet_bench
