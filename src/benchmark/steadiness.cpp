#include "benchmark/steadiness.hpp"

#include "statistics/describe.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace resnet_bench {
namespace {

/// Of all iterations, how many the last level must hold: warm-up must have been steady for as long
/// as it was not, a run has no steady state where its last quarter began with a change, which is
/// where Barrett et al. draw the line (500 of 2000).
constexpr double settled_warmup = 0.5;
constexpr double settled_run = 0.25;

std::string judge(IterationKind kind, const DurationSeries& wall_ns, double settled,
                  std::vector<SegmentRecord>& records) {
  const std::vector<Segment> segments = segments_of(wall_ns.kept());
  std::int64_t position = 0;
  for (const Segment& segment : segments) {
    const auto first = static_cast<std::int64_t>(segment.first) * wall_ns.stride();
    const auto end = static_cast<std::int64_t>(segment.first + segment.count) * wall_ns.stride();
    records.push_back({.kind = kind,
                       .position = position++,
                       .first = first,
                       .iterations = std::min(end, wall_ns.count()) - first,
                       .mean_ns = std::llround(segment.mean)});
  }
  return to_string(classify(segments, settled));
}

/// Change points need more than a handful of values to see a slope: the last two quarters must be
/// alike too.
bool still_moves(std::span<const double> series) {
  constexpr double alike = 0.01;
  const std::size_t quarter = series.size() / 4;
  const double last = mean(series.last(quarter));
  return std::abs(mean(series.last(2 * quarter).first(quarter)) - last) > alike * last;
}

}  // namespace

bool WarmUp::is_over() {
  if (wall_ns_.count() < next_look_) return false;
  next_look_ += next_look_ / 2;
  if (still_moves(wall_ns_.kept())) return false;
  const Steadiness now = classify(segments_of(wall_ns_.kept()), settled_warmup);
  return now == Steadiness::steady || now == Steadiness::slowing;
}

void judge_warmup(const DurationSeries& wall_ns, EndRecords& records) {
  records.warmup_verdict = judge(IterationKind::warmup, wall_ns, settled_warmup, records.segments);
}

void judge_plain(const DurationSeries& wall_ns, EndRecords& records) {
  records.plain_verdict = judge(IterationKind::plain, wall_ns, settled_run, records.segments);
}

}  // namespace resnet_bench
