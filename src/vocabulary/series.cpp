#include "resnet_bench/series.hpp"

#include <algorithm>
#include <cmath>

namespace resnet_bench {

void Series::add(std::int64_t time_ns, double value) {
  if (!std::isnan(value)) readings_.push_back({time_ns, value});
}

void Series::forget_before(std::int64_t time_ns) {
  const std::size_t after = first_after(time_ns);
  if (after > 1)
    readings_.erase(readings_.begin(), readings_.begin() + static_cast<long>(after) - 1);
}

std::size_t Series::first_after(std::int64_t time_ns) const {
  const auto later = [](std::int64_t time, const Reading& reading) {
    return time < reading.time_ns;
  };
  return static_cast<std::size_t>(
      std::upper_bound(readings_.begin(), readings_.end(), time_ns, later) - readings_.begin());
}

double Series::at(std::int64_t time_ns) const {
  const std::size_t after = first_after(time_ns);
  if (after == 0) return readings_.front().value;
  if (after == readings_.size()) return readings_.back().value;
  const Reading& one = readings_[after - 1];
  const Reading& other = readings_[after];
  const double part =
      static_cast<double>(time_ns - one.time_ns) / static_cast<double>(other.time_ns - one.time_ns);
  return one.value + part * (other.value - one.value);
}

std::optional<double> Series::growth(std::int64_t begin_ns, std::int64_t end_ns) const {
  if (readings_.size() < 2) return {};
  return at(end_ns) - at(begin_ns);
}

std::optional<double> Series::mean(std::int64_t begin_ns, std::int64_t end_ns) const {
  if (readings_.empty()) return {};
  if (end_ns <= begin_ns) return at(begin_ns);
  double area = 0;
  Reading before{begin_ns, at(begin_ns)};
  const auto add_up_to = [&](const Reading& next) {
    area += (before.value + next.value) / 2 * static_cast<double>(next.time_ns - before.time_ns);
    before = next;
  };
  for (std::size_t i = first_after(begin_ns); i < readings_.size() && readings_[i].time_ns < end_ns;
       ++i) {
    add_up_to(readings_[i]);
  }
  add_up_to({end_ns, at(end_ns)});
  return area / static_cast<double>(end_ns - begin_ns);
}

std::optional<Series::Range> Series::range(std::int64_t begin_ns, std::int64_t end_ns) const {
  if (readings_.empty()) return {};
  const std::size_t after = first_after(begin_ns);
  std::size_t i = after > 0 ? after - 1 : 0;
  Range range{readings_[i].value, readings_[i].value};
  while (readings_[i].time_ns < end_ns && ++i < readings_.size()) {
    range.least = std::min(range.least, readings_[i].value);
    range.most = std::max(range.most, readings_[i].value);
  }
  return range;
}

}  // namespace resnet_bench
