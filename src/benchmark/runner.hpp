#pragma once

#include "resnet_bench/records.hpp"

#include "benchmark/duration_series.hpp"
#include "benchmark/progress.hpp"
#include "benchmark/session.hpp"
#include "benchmark/step_rows.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace resnet_bench {

struct RunnerOptions {
  std::int64_t warmup = 2;
  /// Measured plain iterations, and as many layered ones; absent: as many as fit max_seconds.
  std::optional<std::int64_t> iterations;
  /// Of measuring. At least one iteration of each kind is run, however long it takes.
  double max_seconds = 120;
  std::int64_t raw_rows = 1'000'000;  ///< log_step rows handed on; whole iterations only
  bool allow_non_finite_loss = false;
};

/// Reads a steady clock, in nanoseconds. Tests give their own.
using Clock = std::function<std::int64_t()>;
std::int64_t steady_clock_ns();

/// Runs warm-up and then cycles of a block of plain and a block of layered iterations (with
/// LAYER_TIMING=0 of plain ones alone), handing rows to the sink after each cycle.
class Runner {
 public:
  /// All must outlive the runner. `marker` takes one stamp more than the plan has steps.
  Runner(Session& session, const Network& network, const Plan& plan, Marker& marker,
         const RunnerOptions& options, Clock clock = steady_clock_ns);

  /// Polled between iterations.
  void stop_on(const std::atomic<bool>& interrupted) { interrupted_ = &interrupted; }

  /// The sink's run must have begun. It is ended here, whatever happens; what was thrown, a
  /// RunError for a loss that is not finite, is thrown on after that.
  RunEnd run(RecordSink& sink, Progress& progress);

 private:
  RunEnd measure(RecordSink& sink, Progress& progress);
  EndRecords end_records(RunEnd end, const std::string& reason) const;
  void run_cycle(IterationKind first, Progress& progress);
  void run_measured(IterationKind kind, Progress& progress, bool ends_block);
  void run_iteration(IterationKind kind);
  void check_loss(IterationRecord& record) const;
  void hand_over(RecordSink& sink);
  std::int64_t block_length() const;
  bool interrupted() const { return interrupted_ != nullptr && *interrupted_; }
  bool reached_iterations(std::int64_t ahead = 0) const;
  bool time_for(std::int64_t count) const;
  double elapsed_seconds() const;

  Session& session_;
  const Network& network_;
  Marker& marker_;
  RunnerOptions options_;
  Clock clock_;
  const std::atomic<bool>* interrupted_ = nullptr;

  StepRows step_rows_;
  DurationSeries plain_wall_ns_;
  DurationSeries layered_wall_ns_;
  CycleRecords cycle_;
  std::vector<std::vector<std::int64_t>> stamps_;  ///< of this cycle's layered iterations
  std::vector<std::int64_t> stamped_;              ///< their numbers
  std::int64_t start_ns_ = 0;
  std::int64_t measuring_since_ns_ = 0;
  std::int64_t block_ = 0;
  std::int64_t number_ = 0;
  std::int64_t last_wall_ns_ = 0;
  std::int64_t plain_done_ = 0;
  std::int64_t layered_done_ = 0;
  std::int64_t rows_kept_ = 0;
};

}  // namespace resnet_bench
