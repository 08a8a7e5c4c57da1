#include "benchmark/runner.hpp"

#include "resnet_bench/error.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace resnet_bench {
namespace {

/// A block is about half a second long, so that rows are written seldom, and short enough that
/// plain and layered iterations see the same machine.
constexpr std::int64_t block_ns = 500'000'000;
constexpr std::int64_t least_block = 3;
constexpr std::int64_t most_block = 1000;

/// Given a number of iterations, they are divided into this many cycles, for plain and layered ones
/// are compared cycle by cycle.
constexpr std::int64_t cycles_wanted = 5;

/// Every fourth cycle, from the third on, has doses, in blocks a third as long.
constexpr std::int64_t cycles_a_dose = 4;
constexpr std::int64_t dosed_part = 3;

constexpr std::int64_t least_warmup = 2;
constexpr double most_warmup_seconds = 10;
constexpr double most_warmup_share = 0.1;   // of max_seconds
constexpr double least_warmup_part = 0.05;  // of what it may take at most: clocks rise slowly

/// Iterations longer than this are worth telling of one by one.
constexpr std::int64_t told_singly_ns = 200'000'000;

/// Of iterations: plain and layered.
constexpr std::int64_t kinds = layer_timing ? 2 : 1;

std::int64_t length_of(const Block& block, std::int64_t length) {
  return block.kind == IterationKind::dosed ? std::max<std::int64_t>(1, length / dosed_part)
                                            : length;
}

}  // namespace

std::int64_t most_marks(const Plan& plan) {
  return static_cast<std::int64_t>(plan.schedule.size()) * most_dose + 1;
}

Runner::Runner(Session& session, const Network& network, const Plan& plan, Marker& marker,
               const RunnerOptions& options, Clock clock)
    : session_(session),
      network_(network),
      marker_(marker),
      options_(options),
      clock_(std::move(clock)),
      steps_(static_cast<std::int64_t>(plan.schedule.size())),
      step_rows_(network, plan),
      stopping_(options.interval) {}

RunEnd Runner::run(RecordSink& sink, Progress& progress) {
  std::string reason;
  RunEnd end = RunEnd::failed;
  try {
    end = measure(sink, progress);
    if (end == RunEnd::done && verify_) end = check(progress);
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
  EndRecords records{.end = end,
                     .reason = reason,
                     .stopped = stopped_,
                     .step_stats = step_rows_.statistics(),
                     .verification = verification_};
  for (const auto& [kind, wall_ns] : {std::pair(IterationKind::plain, &plain_wall_ns_),
                                      std::pair(IterationKind::layered, &layered_wall_ns_)}) {
    if (const auto stat = run_stat(kind, *wall_ns)) records.run_stats.push_back(*stat);
  }
  judge_warmup(warm_up_.wall_ns(), records);
  judge_plain(plain_wall_ns_, records);
  return records;
}

RunEnd Runner::check(Progress& progress) {
  progress.phase("verifying");
  session_.execution().timing().attach(marker_, 0);
  verification_ = verify_();
  if (!verification_) return RunEnd::interrupted;
  if (verification_->wrong == 0) return RunEnd::done;
  const std::int64_t others = verification_->wrong - 1;
  throw RunError(verification_->reason +
                 (others > 0 ? "; and " + std::to_string(others) + " more passes" : ""));
}

RunEnd Runner::measure(RecordSink& sink, Progress& progress) {
  start_ns_ = clock_();
  progress.phase("warm-up");
  warm_up();
  progress.phase("measuring");
  measuring_since_ns_ = clock_();
  while (!interrupted()) {
    const std::vector<Block> blocks = next_blocks();
    if (blocks.empty()) {
      stopped_ = "seconds";
      return RunEnd::done;
    }
    run_cycle(blocks, progress);
    hand_over(sink);
    if (reached_iterations()) {
      stopped_ = "iterations";
      return RunEnd::done;
    }
    if (interrupted()) break;
    if (!options_.iterations && stopping_.is_reached(plain_wall_ns_, cycle_)) {
      stopped_ = "interval";
      return RunEnd::done;
    }
  }
  hand_over(sink);
  return RunEnd::interrupted;
}

void Runner::warm_up() {
  const double seconds = std::min(most_warmup_seconds, most_warmup_share * options_.max_seconds);
  const auto is_over = [&](std::int64_t done) {
    if (options_.warmup) return done >= *options_.warmup;
    if (done < least_warmup) return false;
    const double used = static_cast<double>(clock_() - start_ns_ + last_wall_ns_) / 1e9;
    return used > seconds || (used > least_warmup_part * seconds && warm_up_.is_over());
  };
  for (std::int64_t done = 0; !interrupted() && !is_over(done); ++done) {
    run_iteration({IterationKind::warmup, 0});
    warm_up_.add(last_wall_ns_);
  }
  ++block_;
}

/// Of the cycle to come; none where no more than a settling iteration and another one of each kind
/// would fit the time, unless it is the first.
std::vector<Block> Runner::next_blocks() const {
  const std::int64_t next = cycle_ + 1;
  for (const bool with_doses : {true, false}) {
    if (with_doses && next % cycles_a_dose != cycles_a_dose - 1) continue;
    std::vector<Block> blocks = blocks_of_cycle(options_.seed, next, with_doses);
    const double least = 2 * static_cast<double>(blocks.size());
    if (next == 1 || iterations_that_fit() >= least) return blocks;
  }
  return {};
}

void Runner::run_cycle(const std::vector<Block>& blocks, Progress& progress) {
  ++cycle_;
  std::int64_t length = 0;  // known when an iteration has been timed
  for (const Block& block : blocks) {
    if (interrupted()) return;
    run_iteration({IterationKind::settle, block.dose});
    ++block_;
    if (options_.graph) record_iterations(block.dose);
    if (length == 0) length = block_length(blocks);
    const std::int64_t count = length_of(block, length);
    for (std::int64_t i = 1; i <= count && !interrupted(); ++i) {
      run_iteration(block);
      tell(progress, i == count);
    }
    ++block_;
  }
}

void Runner::tell(Progress& progress, bool ends_block) {
  if (!ends_block && last_wall_ns_ <= told_singly_ns) return;
  const double plain_seconds = static_cast<double>(plain_wall_ns_.sum_ns()) / 1e9;
  const auto images = static_cast<double>(plain_wall_ns_.count() * network_.options().batch);
  progress.iterations(plain_wall_ns_.count() + layered_wall_ns_.count(),
                      options_.iterations.value_or(0) * kinds, elapsed_seconds(),
                      options_.max_seconds, plain_seconds > 0 ? images / plain_seconds : 0);
}

/// Between the first and the last mark nothing happens but this.
void Runner::walk(int dose) {
  marker_.mark();
  session_.iterate();
  if (dose == 0) marker_.mark();
}

/// Whatever batch an iteration of the block will read.
void Runner::record_iterations(int dose) {
  std::vector<std::unique_ptr<Recording>>& recorded = recorded_[dose];
  const std::size_t batches = network_.batches().size();
  while (recorded.size() < batches) {
    session_.bind_batch(static_cast<std::int64_t>(recorded.size()));
    session_.execution().timing().attach(marker_, dose);
    marker_.reset();
    auto recording = network_.backend().record([&] { walk(dose); });
    recorded.push_back(std::move(recording));
  }
}

void Runner::run_iteration(const Block& block) {
  const auto recorded = recorded_.find(block.dose);
  session_.bind_batch(number_);
  session_.execution().timing().attach(marker_, block.dose);
  marker_.reset();
  const std::int64_t begin = clock_();
  if (recorded == recorded_.end()) {
    walk(block.dose);
  } else {
    const auto& of_batches = recorded->second;
    of_batches[static_cast<std::size_t>(number_) % of_batches.size()]->replay();
    marker_.replayed(block.dose == 0 ? 2 : steps_ * block.dose + 1);
  }
  const std::span<const std::int64_t> stamps = marker_.times();
  const std::int64_t end = clock_();

  last_wall_ns_ = end - begin;
  IterationRecord record{.number = number_++,
                         .block = block_,
                         .kind = block.kind,
                         .start_ns = begin - start_ns_,
                         .wall_ns = last_wall_ns_,
                         .marks_ns = stamps.back() - stamps.front(),
                         .cycle = cycle_,
                         .dose = block.dose};
  if (network_.options().training) record.loss = session_.loss();
  keep(record, stamps);
  check_loss(cycle_records_.iterations.back());
}

void Runner::keep(const IterationRecord& record, std::span<const std::int64_t> stamps) {
  if (record.kind == IterationKind::plain) plain_wall_ns_.add(record.wall_ns);
  if (record.kind == IterationKind::layered) {
    layered_wall_ns_.add(record.wall_ns);
    stamps_.emplace_back(stamps.begin(), stamps.end());
    stamped_.push_back(record.number);
  }
  cycle_records_.iterations.push_back(record);
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
    cycle_records_.steps.insert(cycle_records_.steps.end(), rows.begin(), rows.end());
    rows_kept_ += step_rows_.rows_per_iteration();
  }
  stamps_.clear();
  stamped_.clear();
  if (cycle_records_.iterations.empty()) return;
  cycle_records_.origin_ns = start_ns_;
  sink.write_cycle(cycle_records_);  // where it throws, the rows are kept for another try
  cycle_records_ = {};
}

/// Measured iterations of a block, as many in the plain as in the layered one: what the time and
/// the number asked for leave, and one at least.
std::int64_t Runner::block_length(const std::vector<Block>& blocks) const {
  std::int64_t length = last_wall_ns_ > 0
                            ? std::clamp(block_ns / last_wall_ns_, least_block, most_block)
                            : least_block;
  if (options_.iterations) {
    const std::int64_t part = (*options_.iterations + cycles_wanted - 1) / cycles_wanted;
    length = std::min(
        {length, std::max(part, least_block), *options_.iterations - plain_wall_ns_.count()});
  }
  // The first block has settled; each other one will.
  const double left = iterations_that_fit() - static_cast<double>(blocks.size() - 1);
  const auto fits = [&](std::int64_t measured) {
    std::int64_t all = 0;
    for (const Block& block : blocks) all += length_of(block, measured);
    return static_cast<double>(all) <= left;
  };
  while (length > 1 && !fits(length)) --length;
  return length;
}

bool Runner::reached_iterations() const {
  const std::int64_t pairs = layer_timing
                                 ? std::min(plain_wall_ns_.count(), layered_wall_ns_.count())
                                 : plain_wall_ns_.count();
  return options_.iterations && pairs >= *options_.iterations;
}

/// As long as the last one.
double Runner::iterations_that_fit() const {
  if (last_wall_ns_ == 0) return HUGE_VAL;
  return (options_.max_seconds - elapsed_seconds()) * 1e9 / static_cast<double>(last_wall_ns_);
}

double Runner::elapsed_seconds() const {
  return static_cast<double>(clock_() - measuring_since_ns_) / 1e9;
}

}  // namespace resnet_bench
