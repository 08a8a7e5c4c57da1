#pragma once

#include "resnet_bench/clock_marker.hpp"
#include "resnet_bench/records.hpp"

#include "benchmark/blocks.hpp"
#include "benchmark/duration_series.hpp"
#include "benchmark/mark_cost.hpp"
#include "benchmark/progress.hpp"
#include "benchmark/session.hpp"
#include "benchmark/steadiness.hpp"
#include "benchmark/step_rows.hpp"
#include "benchmark/stopping.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace resnet_bench {

struct RunnerOptions {
  /// Iterations before the first cycle; absent: until steady, within a tenth of max_seconds and ten
  /// seconds, for a twentieth of that at least, and two at least.
  std::optional<std::int64_t> warmup;
  /// Measured plain iterations, and as many layered ones; absent: until the interval of the plain
  /// mean is narrow enough, or max_seconds are over.
  std::optional<std::int64_t> iterations;
  double interval = 0.01;  ///< half-width of that interval over the mean; 0: no narrow one ends it
  /// Of measuring. At least one iteration of each kind is run, however long it takes.
  double max_seconds = 120;
  std::int64_t raw_rows = 1'000'000;  ///< log_step rows handed on; whole iterations only
  bool allow_non_finite_loss = false;
  /// Iterations after warm-up are recorded once for each batch and kind, and replayed. The backend
  /// must be able to.
  bool graph = false;
  std::int64_t seed = 1;  ///< of the order of blocks
};

/// Marks that a runner's marker must have room for.
std::int64_t most_marks(const Plan& plan);

/// Runs warm-up and then cycles of blocks in random order (blocks.hpp), handing rows to the sink
/// after each cycle. The first iteration of each block settles and is not measured.
class Runner {
 public:
  /// All must outlive the runner. `marker` takes most_marks(plan) stamps.
  Runner(Session& session, const Network& network, const Plan& plan, Marker& marker,
         const RunnerOptions& options, Clock clock = steady_clock_ns);

  /// Polled between iterations.
  void stop_on(const std::atomic<bool>& interrupted) { interrupted_ = &interrupted; }

  /// Called when all is measured and the run is done. It may run iterations, none of which is
  /// marked; nothing: it was interrupted. Where it finds a pass wrong, the run failed.
  using Verify = std::function<std::optional<VerificationRecords>()>;
  void verify_with(Verify verify) { verify_ = std::move(verify); }

  /// The sink's run must have begun. It is ended here, whatever happens; what was thrown, a
  /// RunError for a loss that is not finite or a wrong result, is thrown on after that.
  RunEnd run(RecordSink& sink, Progress& progress);

 private:
  RunEnd measure(RecordSink& sink, Progress& progress);
  RunEnd check(Progress& progress);
  EndRecords end_records(RunEnd end, const std::string& reason) const;
  void warm_up();
  std::vector<Block> next_blocks() const;
  void run_cycle(const std::vector<Block>& blocks, Progress& progress);
  void tell(Progress& progress, bool ends_block);
  void run_iteration(const Block& block);
  void walk(int dose);
  void record_iterations(int dose);
  void keep(const IterationRecord& record, std::span<const std::int64_t> stamps);
  void check_loss(IterationRecord& record) const;
  void hand_over(RecordSink& sink);
  std::int64_t block_length(const std::vector<Block>& blocks) const;
  bool interrupted() const { return interrupted_ != nullptr && *interrupted_; }
  bool reached_iterations() const;
  double iterations_that_fit() const;
  double elapsed_seconds() const;

  Session& session_;
  const Network& network_;
  Marker& marker_;
  RunnerOptions options_;
  Clock clock_;
  const std::atomic<bool>* interrupted_ = nullptr;
  Verify verify_;
  std::optional<VerificationRecords> verification_;

  std::int64_t steps_;
  /// Iterations recorded, by dose and then by batch.
  std::map<int, std::vector<std::unique_ptr<Recording>>> recorded_;

  StepRows step_rows_;
  WarmUp warm_up_;
  Stopping stopping_;
  DurationSeries plain_wall_ns_;
  DurationSeries layered_wall_ns_;
  CycleRecords cycle_records_;
  std::vector<std::vector<std::int64_t>> stamps_;  ///< of this cycle's layered iterations
  std::vector<std::int64_t> stamped_;              ///< their numbers
  std::int64_t start_ns_ = 0;
  std::int64_t measuring_since_ns_ = 0;
  std::int64_t cycle_ = 0;  ///< 0: before the first
  std::int64_t block_ = 0;
  std::int64_t number_ = 0;
  std::int64_t last_wall_ns_ = 0;
  std::int64_t rows_kept_ = 0;
  std::string stopped_;
};

}  // namespace resnet_bench
