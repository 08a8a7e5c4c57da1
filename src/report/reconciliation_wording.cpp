#include "report/reconciliation_wording.hpp"

#include "report/number_text.hpp"

#include <algorithm>
#include <string>

namespace resnet_bench {
namespace {

/// "+0.31 % (95 %: -0.20 to +0.82)"
std::string with_interval(const Excess& excess) {
  std::string text = percent(excess.share, 2, true);
  if (excess.low && excess.high) {
    text += " (95 %: " + fixed(100 * *excess.low, 2, true) + " to " +
            fixed(100 * *excess.high, 2, true) + ")";
  }
  return text;
}

std::string of_cycles(std::int64_t count) {
  return std::to_string(count) + (count == 1 ? " cycle" : " cycles");
}

/// Whether an interval holds 0; nothing is claimed without one.
std::string agreement(const Excess& excess) {
  if (!excess.low || !excess.high) return "";
  return *excess.low <= 0 && *excess.high >= 0 ? ": agrees" : ": does NOT agree";
}

void add_overhead(const Report& report, std::vector<Fact>& facts) {
  const Reconciliation& checks = report.reconciliation;
  if (!checks.overhead) return;
  std::string text = with_interval(*checks.overhead) + " of plain, in " + of_cycles(checks.cycles) +
                     " of blocks in random order";
  if (checks.overhead->high) {
    text += ": at most " + percent(std::max(*checks.overhead->high, 0.0), 2);
  }
  if (report.overhead) text += "; simple ratio " + percent(*report.overhead, 2, true);
  facts.push_back({"overhead", text});
}

void add_marks(const Report& report, std::vector<Fact>& facts) {
  const Reconciliation& checks = report.reconciliation;
  if (!checks.predicted || !checks.predicted_ms || !checks.mark_share) return;
  facts.push_back(
      {"marks", std::to_string(report.run.marks) + " of " + fixed(*report.run.mark_ns, 1) +
                    " ns each, " + percent(*checks.mark_share, 4) +
                    " of plain; layered less marks " + fixed(*checks.predicted_ms, 3) + " ms, " +
                    with_interval(*checks.predicted) + " of plain" + agreement(*checks.predicted)});
}

void add_doses(const Report& report, std::vector<Fact>& facts) {
  const Reconciliation& checks = report.reconciliation;
  if (!checks.dose || !checks.extrapolated) return;
  facts.push_back({"doses", "a mark more behind each step costs " + with_interval(*checks.dose) +
                                ", by 0, 1, 2 and 4 of them in " + of_cycles(checks.dosed_cycles) +
                                "; 1, 2 and 4 extrapolated to none " +
                                with_interval(*checks.extrapolated) + " of plain" +
                                agreement(*checks.extrapolated)});
}

/// "slowing, 2 levels: 100 x 3.52 ms, 40 x 3.81 ms"
std::string verdict_text(const Report& report, IterationKind kind, const std::string& verdict) {
  constexpr std::size_t most_shown = 4;
  if (verdict == "unknown") return "too few to tell whether steady";
  std::vector<std::string> levels;
  for (const SegmentRecord& segment : report.segments) {
    if (segment.kind != kind) continue;
    levels.push_back(std::to_string(segment.iterations) + " x " +
                     fixed(static_cast<double>(segment.mean_ns) / 1e6, 3) + " ms");
  }
  if (levels.size() < 2) return verdict;
  std::string text = verdict + ", " + std::to_string(levels.size()) + " levels: ";
  const std::size_t hidden = levels.size() > most_shown ? levels.size() - most_shown : 0;
  if (hidden > 0) text += "..., ";
  for (std::size_t i = hidden; i < levels.size(); ++i) {
    text.append(i == hidden ? "" : ", ").append(levels[i]);
  }
  return text;
}

void add_steadiness(const Report& report, std::vector<Fact>& facts) {
  if (!report.throughput || report.ended == RunEnd::unfinished) return;
  facts.push_back(
      {"steady", "plain " + verdict_text(report, IterationKind::plain, report.plain_verdict) +
                     "; warm-up of " + std::to_string(report.warmup_iterations) + " " +
                     verdict_text(report, IterationKind::warmup, report.warmup_verdict)});
}

void add_end(const Report& report, std::vector<Fact>& facts) {
  if (report.stopped == "interval") {
    facts.push_back({"stopped", "the mean of plain iterations is known to +-1 %"});
  } else if (report.stopped == "seconds") {
    const auto half = report.plain ? relative_half_width(*report.plain) : std::nullopt;
    const bool known = half && *half <= 0.01;
    facts.push_back({"stopped", std::string("when its time was over") +
                                    (known ? "" : ", before the mean was known to +-1 %")});
  } else if (report.stopped == "iterations") {
    facts.push_back({"stopped", "after the iterations asked for"});
  }
}

void add_launches(const Report& report, std::vector<Fact>& facts) {
  if (!report.launches) return;
  const LaunchSpread& spread = *report.launches;
  std::string text = "this is " + std::to_string(report.run.launch) + " of " +
                     std::to_string(report.run.launches) + "; " + std::to_string(spread.count) +
                     " done: " + rate(spread.images_per_second) + " images/s together, " +
                     fixed(spread.mean_ms, 3) + " ms an iteration (" + fixed(spread.least_ms, 3) +
                     " to " + fixed(spread.most_ms, 3) + ")";
  if (spread.std_ms && spread.mean_ms > 0) {
    text += ", std between processes " + percent(*spread.std_ms / spread.mean_ms, 2) +
            ", 95 % interval " + fixed(*spread.ci_low_ms, 3) + " to " +
            fixed(*spread.ci_high_ms, 3) + " ms";
  }
  facts.push_back({"launches", text});
}

}  // namespace

std::vector<Fact> reconciliation_facts(const Report& report) {
  std::vector<Fact> facts;
  add_launches(report, facts);
  add_overhead(report, facts);
  add_marks(report, facts);
  add_doses(report, facts);
  add_steadiness(report, facts);
  add_end(report, facts);
  return facts;
}

}  // namespace resnet_bench
