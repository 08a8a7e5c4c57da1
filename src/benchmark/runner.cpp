#include "benchmark/runner.hpp"

#include "resnet_bench/error.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace resnet_bench {
namespace {

/// A block is about a second long, so that rows are written seldom, and short enough that plain
/// and layered iterations see the same machine.
constexpr std::int64_t block_ns = 1'000'000'000;
constexpr std::int64_t least_block = 3;
constexpr std::int64_t most_block = 1000;

/// Iterations longer than this are worth telling of one by one.
constexpr std::int64_t told_singly_ns = 200'000'000;

/// Of iterations: plain and layered.
constexpr std::int64_t kinds = layer_timing ? 2 : 1;

}  // namespace

std::int64_t steady_clock_ns() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

Runner::Runner(Session& session, const Network& network, const Plan& plan, Marker& marker,
               const RunnerOptions& options, Clock clock)
    : session_(session),
      network_(network),
      marker_(marker),
      options_(options),
      clock_(std::move(clock)),
      step_rows_(network, plan) {}

RunEnd Runner::run(RecordSink& sink, Progress& progress) {
  std::string reason;
  RunEnd end = RunEnd::failed;
  try {
    end = measure(sink, progress);
    if (end == RunEnd::interrupted) reason = "interrupted by a signal";
  } catch (const std::exception& error) {
    progress.finish();
    try {
      hand_over(sink);
      sink.end_run(end_records(RunEnd::failed, error.what()));
    } catch (const std::exception&) {
      // The sink may be what failed. Why the run ended matters more than what it says now.
    }
    throw;
  }
  progress.finish();
  sink.end_run(end_records(end, reason));
  return end;
}

EndRecords Runner::end_records(RunEnd end, const std::string& reason) const {
  EndRecords records{.end = end, .reason = reason, .step_stats = step_rows_.statistics()};
  for (const auto& [kind, wall_ns] : {std::pair(IterationKind::plain, &plain_wall_ns_),
                                      std::pair(IterationKind::layered, &layered_wall_ns_)}) {
    if (const auto stat = run_stat(kind, *wall_ns)) records.run_stats.push_back(*stat);
  }
  return records;
}

RunEnd Runner::measure(RecordSink& sink, Progress& progress) {
  start_ns_ = clock_();
  progress.phase("warm-up");
  for (std::int64_t i = 0; i < options_.warmup && !interrupted(); ++i) {
    run_iteration(IterationKind::warmup);
  }
  ++block_;
  progress.phase("measuring");
  measuring_since_ns_ = clock_();
  for (std::int64_t cycle = 0; !interrupted(); ++cycle) {
    if (cycle > 0) {
      run_iteration(IterationKind::settle);
      ++block_;
    }
    run_cycle(cycle % 2 == 0 ? IterationKind::plain : IterationKind::layered, progress);
    hand_over(sink);
    if (reached_iterations()) return RunEnd::done;
    if (interrupted()) break;
    // The next cycle would be a settling iteration and at least one of each kind.
    if (!time_for(1 + kinds)) return RunEnd::done;
  }
  hand_over(sink);
  return RunEnd::interrupted;
}

/// A block of each kind, as long as each other: time is looked at in the first alone.
void Runner::run_cycle(IterationKind first, Progress& progress) {
  const std::int64_t longest = block_length();
  std::int64_t length = 0;
  if (!layer_timing) first = IterationKind::plain;
  while (length < longest && !interrupted()) {
    const bool least = plain_done_ == 0 && length == 0;
    const std::int64_t wanted = 1 + (kinds - 1) * (length + 1);  // this one, and the other block's
    if (!least && (reached_iterations(length) || !time_for(wanted))) break;
    ++length;
    run_measured(first, progress, length == longest);
  }
  ++block_;
  if (!layer_timing) return;
  const IterationKind second =
      first == IterationKind::plain ? IterationKind::layered : IterationKind::plain;
  for (std::int64_t i = 1; i <= length && !interrupted(); ++i) {
    run_measured(second, progress, i == length);
  }
  ++block_;
}

void Runner::run_measured(IterationKind kind, Progress& progress, bool ends_block) {
  run_iteration(kind);
  ++(kind == IterationKind::plain ? plain_done_ : layered_done_);
  if (!ends_block && last_wall_ns_ <= told_singly_ns) return;
  const double plain_seconds = static_cast<double>(plain_wall_ns_.sum_ns()) / 1e9;
  const double images = static_cast<double>(plain_done_ * network_.options().batch);
  progress.iterations(plain_done_ + layered_done_, options_.iterations.value_or(0) * kinds,
                      elapsed_seconds(), options_.max_seconds,
                      plain_seconds > 0 ? images / plain_seconds : 0);
}

/// Between the first and the last mark nothing happens but the walk.
void Runner::run_iteration(IterationKind kind) {
  const bool layered = kind == IterationKind::layered;
  session_.bind_batch(number_);
  session_.execution().timing().attach(layered ? &marker_ : nullptr);
  marker_.reset();
  const std::int64_t begin = clock_();
  marker_.mark();
  session_.iterate();
  if (!layered) marker_.mark();
  const std::span<const std::int64_t> stamps = marker_.times();
  const std::int64_t end = clock_();

  last_wall_ns_ = end - begin;
  IterationRecord record{.number = number_++,
                         .block = block_,
                         .kind = kind,
                         .start_ns = begin - start_ns_,
                         .wall_ns = last_wall_ns_,
                         .marks_ns = stamps.back() - stamps.front()};
  if (kind == IterationKind::plain) plain_wall_ns_.add(last_wall_ns_);
  if (layered) {
    layered_wall_ns_.add(last_wall_ns_);
    stamps_.emplace_back(stamps.begin(), stamps.end());
    stamped_.push_back(record.number);
  }
  if (network_.options().training) record.loss = session_.loss();
  cycle_.iterations.push_back(record);
  check_loss(cycle_.iterations.back());
}

void Runner::check_loss(IterationRecord& record) const {
  if (!record.loss || std::isfinite(*record.loss)) return;
  const std::string value = std::isnan(*record.loss) ? "not a number" : "infinite";
  record.loss.reset();
  if (options_.allow_non_finite_loss) return;
  throw RunError("the loss of iteration " + std::to_string(record.number) + " is " + value +
                 "; take a smaller --learning-rate");
}

void Runner::hand_over(RecordSink& sink) {
  for (std::size_t i = 0; i < stamps_.size(); ++i) {
    step_rows_.add(stamps_[i]);
    if (rows_kept_ + step_rows_.rows_per_iteration() > options_.raw_rows) continue;
    const auto rows = step_rows_.rows(stamped_[i], stamps_[i]);
    cycle_.steps.insert(cycle_.steps.end(), rows.begin(), rows.end());
    rows_kept_ += step_rows_.rows_per_iteration();
  }
  stamps_.clear();
  stamped_.clear();
  if (cycle_.iterations.empty()) return;
  cycle_.origin_ns = start_ns_;
  sink.write_cycle(cycle_);  // where it throws, the rows are kept for another try
  cycle_ = {};
}

std::int64_t Runner::block_length() const {
  const std::int64_t fits = last_wall_ns_ > 0 ? block_ns / last_wall_ns_ : least_block;
  return std::clamp(fits, least_block, most_block);
}

/// Whether all plain iterations asked for are run, counting those of a layered block, `ahead`,
/// that a plain block is to follow.
bool Runner::reached_iterations(std::int64_t ahead) const {
  const std::int64_t pairs =
      layer_timing ? std::min(plain_done_, layered_done_) + ahead : plain_done_;
  return options_.iterations && pairs >= *options_.iterations;
}

/// Whether `count` more iterations as long as the last fit the time.
bool Runner::time_for(std::int64_t count) const {
  const double wanted = static_cast<double>(count * last_wall_ns_) / 1e9;
  return elapsed_seconds() + wanted <= options_.max_seconds;
}

double Runner::elapsed_seconds() const {
  return static_cast<double>(clock_() - measuring_since_ns_) / 1e9;
}

}  // namespace resnet_bench
