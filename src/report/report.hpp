#pragma once

#include "resnet_bench/records.hpp"

#include "report/instances.hpp"
#include "report/minutes.hpp"
#include "report/reconciliation.hpp"
#include "report/telemetry_summary.hpp"
#include "report/throughput.hpp"
#include "store/roofs.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace resnet_bench {

/// Half of the width of the 95 % interval of the mean, over the mean. Absent of one iteration, and
/// where no time was measured.
std::optional<double> relative_half_width(const RunStatRecord& stat);

/// One pass of one leaf, over all layered iterations of a run.
struct LeafTime {
  LayerRecord layer;
  StepStatRecord stat;
  LayerPassRecord pass;  ///< what was planned: algorithm, FLOPs, bytes
  double share = 0;      ///< of the time of all leaves, 0 to 1

  double ms_per_iteration() const;
  /// Of the 95 % interval of the mean time in an iteration, over that mean.
  std::optional<double> relative_half_width() const;
  /// Absent where no time was measured.
  std::optional<double> gflops_per_second() const;
  /// Of the bytes that an ideal kernel moves: a lower bound of the traffic.
  std::optional<double> gbytes_per_second() const;
  /// FLOP, without padding, for each of those bytes.
  std::optional<double> intensity() const;
  /// The least time that the machine's roof allows, over the time taken; 1: as fast as can be. An
  /// algorithm that multiplies less may exceed it.
  std::optional<double> roof_share() const;
};

/// How right the leaves of a run were.
struct Verification {
  std::int64_t leaves = 0;  ///< checked, in every pass that writes something
  std::int64_t of = 0;      ///< leaves that write something
  std::int64_t passes = 0;
  std::int64_t wrong = 0;  ///< passes beyond their bound
  std::int64_t ns = 0;     ///< what checking took
  /// The pass furthest beyond its bound or nearest to it.
  std::string path;
  Pass pass = Pass::Fwd;
  double error = 0;
  double bound = 0;
};

/// The runs of one --launches that are done, this one among them.
struct LaunchSpread {
  std::int64_t count = 0;
  double images_per_second = 0;  ///< of all their plain iterations together
  double mean_ms = 0;            ///< of their plain means
  double least_ms = 0;
  double most_ms = 0;
  /// Between them; absent of one.
  std::optional<double> std_ms;
  std::optional<double> ci_low_ms;  ///< of mean_ms, 95 %
  std::optional<double> ci_high_ms;
};

/// What there is to say of a run: facts, whole-model figures, and its leaves. All of it is read
/// from the database; absent is what the run does not have. Means are over iterations.
struct Report {
  std::int64_t run_id = 0;
  RunRecord run;
  RunEnd ended = RunEnd::unfinished;
  std::string reason;
  std::string ended_at;  ///< empty: it did not end
  std::string huge_pages;

  std::optional<Throughput> throughput;  ///< of plain iterations
  std::optional<double> plain_ms;        ///< wall time
  std::optional<RunStatRecord> plain;    ///< how it is spread; absent of a run that was killed
  std::optional<RunStatRecord> layered;
  std::int64_t layered_iterations = 0;
  std::optional<double> layered_ms;  ///< wall time
  std::optional<double> leaves_ms;   ///< sum of all leaves
  /// Layered wall time minus the time between first and last mark. Negative where the device's
  /// clock counted more than the host's.
  std::optional<double> unattributed_ms;
  std::optional<double> unattributed_share;  ///< of layered_ms
  std::optional<double> overhead;            ///< layered_ms / plain_ms - 1: what timing costs
  Reconciliation reconciliation;             ///< the same by pairs of blocks, and other checks
  std::string stopped;         ///< iterations | interval | seconds; empty: not by itself
  std::string warmup_verdict;  ///< steady | slowing | no steady state | unknown
  std::string plain_verdict;
  std::int64_t warmup_iterations = 0;
  std::optional<LaunchSpread> launches;
  std::optional<InstanceSum> instances;
  std::vector<SegmentRecord> segments;  ///< the evidence of both verdicts
  std::optional<std::int64_t> first_iteration_ns;
  std::optional<double> loss;  ///< of the last iteration that has one

  std::int64_t flagged_plain = 0;                   ///< plain iterations with flags
  std::map<std::string, std::int64_t> plain_flags;  ///< how many have each
  std::optional<Throughput> unflagged;              ///< of plain iterations without flags
  std::optional<TelemetrySummary> telemetry;
  std::vector<MinuteThroughput> minutes;  ///< of runs of two minutes and more

  std::vector<LeafTime> leaves;              ///< slowest first
  std::optional<Verification> verification;  ///< absent: no leaf was checked
  std::optional<StoredRoof> roof;
  std::optional<double> leaves_roof_share;  ///< of all leaves together
};

}  // namespace resnet_bench
