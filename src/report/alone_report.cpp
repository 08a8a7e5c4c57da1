#include "report/alone_report.hpp"

#include "report/load_report.hpp"
#include "store/alone_rows.hpp"

#include <algorithm>

namespace resnet_bench {
namespace {

constexpr double ns_per_ms = 1e6;

/// An amount a nanosecond is as many G a second.
std::optional<double> per_median_ns(double amount, const AloneTimeRecord& time) {
  if (time.series.median_ns.value_or(0) <= 0) return {};
  return amount / static_cast<double>(*time.series.median_ns);
}

/// In the network where that is known, else alone: what the pass takes of an iteration.
double time_of_all_places(const AlonePass& pass) {
  double ns = pass.record.network_ns.value_or(0);
  if (ns <= 0 && !pass.times.empty()) {
    ns = static_cast<double>(pass.times.front().series.median_ns.value_or(0));
  }
  return ns * static_cast<double>(pass.record.places.size());
}

}  // namespace

const AloneTimeRecord* AlonePass::time(const std::string& caches) const {
  const auto found =
      std::find_if(times.begin(), times.end(),
                   [&](const AloneTimeRecord& candidate) { return candidate.caches == caches; });
  return found == times.end() ? nullptr : &*found;
}

std::optional<double> AlonePass::network_over(const std::string& caches) const {
  const AloneTimeRecord* alone = time(caches);
  if (alone == nullptr || !record.network_ns) return {};
  return per_median_ns(*record.network_ns, *alone);
}

std::optional<double> AlonePass::gflops_per_second(const AloneTimeRecord& time) const {
  return per_median_ns(static_cast<double>(record.work.flops), time);
}

std::optional<double> AlonePass::gbytes_per_second(const AloneTimeRecord& time) const {
  return per_median_ns(static_cast<double>(record.work.least_bytes), time);
}

std::optional<double> AlonePass::roof_share(const AloneTimeRecord& time) const {
  if (!record.work.roof_ns) return {};
  return per_median_ns(*record.work.roof_ns, time);
}

std::optional<double> AlonePass::relative_half_width(const AloneTimeRecord& time) {
  const SeriesStatistics& series = time.series;
  if (!series.ci_low_ns || !series.ci_high_ns) return {};
  return per_median_ns(static_cast<double>(*series.ci_high_ns - *series.ci_low_ns) / 2, time);
}

AloneSum sum_of(const AloneReport& report, const std::string& caches) {
  AloneSum sum;
  for (const AlonePass& pass : report.passes) {
    const AloneTimeRecord* alone = pass.time(caches);
    if (alone == nullptr || !pass.record.network_ns || !alone->series.median_ns) continue;
    const auto places = static_cast<double>(pass.record.places.size());
    sum.network_ms += *pass.record.network_ns * places / ns_per_ms;
    sum.alone_ms += static_cast<double>(*alone->series.median_ns) * places / ns_per_ms;
  }
  return sum;
}

AloneReport load_alone_report(Database& database, std::int64_t id) {
  const Transaction one_moment(database, Transaction::Kind::read);
  AloneReport report;
  report.id = id;
  report.record = load_alone(database, id);
  Statement end(database, "SELECT ended, reason, coalesce(ended_at, '') FROM alone WHERE id = ?");
  end.bind(1, id);
  end.step();
  report.ended = run_end(end.text(0));
  report.reason = end.text(1);
  report.ended_at = end.text(2);
  if (report.record.network_run) {
    Statement run(database, "SELECT started_at FROM run WHERE id = ?");
    run.bind(1, *report.record.network_run);
    if (run.step()) report.network_started_at = run.text(0);
  }
  const std::vector<AloneTimeRecord> times = load_alone_times(database, id);
  for (AlonePassRecord& record : load_alone_passes(database, id)) {
    AlonePass pass{.record = std::move(record), .times = {}};
    std::copy_if(times.begin(), times.end(), std::back_inserter(pass.times),
                 [&](const AloneTimeRecord& time) {
                   return time.leaf == pass.record.leaf && time.pass == pass.record.pass;
                 });
    report.passes.push_back(std::move(pass));
  }
  if (!report.record.is_suite) {
    std::stable_sort(report.passes.begin(), report.passes.end(),
                     [](const AlonePass& one, const AlonePass& other) {
                       return time_of_all_places(one) > time_of_all_places(other);
                     });
  }
  if (report.record.roof) report.roof = load_roof(database, *report.record.roof);
  return report;
}

}  // namespace resnet_bench
