#pragma once

#include "resnet_bench/pass.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// What a run leaves behind: plain structs, one a table of sql/schema.sql, column by column in
/// docs/columns.md. Times are integer nanoseconds. They are made after a block of iterations,
/// never inside one.
namespace resnet_bench {

/// How a run ended. A row is written as `unfinished` first, so a killed run says so.
enum class RunEnd : std::uint8_t { unfinished, done, interrupted, failed };

const char* to_string(RunEnd end);

struct RunRecord {
  std::string uid;         ///< UUIDv7: sorts by time
  std::string started_at;  ///< UTC, ISO 8601 with milliseconds
  std::string host;
  std::string command_line;
  std::map<std::string, std::string> labels;  ///< --label KEY=VALUE
  std::string version;
  std::string commit;  ///< empty where it was not built from a repository
  std::string model;
  std::string variant;
  std::string mode;  ///< train | infer
  std::int64_t batch = 0;
  std::int64_t image_size = 0;
  std::int64_t classes = 0;
  std::string precision;
  std::string layout;
  std::string fusion;
  std::string timing;                   ///< marks | sync
  bool graph = false;                   ///< measured iterations were recorded and replayed
  std::string data;                     ///< random | zeros
  std::string init = "standard";        ///< initial values of BatchNorm: standard|random|separated
  std::int64_t batches = 1;             ///< distinct batches that rotate
  std::optional<double> learning_rate;  ///< absent in inference
  std::string plan_hash;
  std::string workload_hash;  ///< of what is computed, whatever computes it
  std::string device;         ///< cpu | reference | cuda:0
  std::string device_model;
  std::int64_t threads = 0;
  std::string pinning;                           ///< how threads are bound to cores; empty: not
  std::map<std::string, std::string> libraries;  ///< name -> version
  std::int64_t seed = 0;
  bool layer_timing = true;
  std::int64_t parameters = 0;
  std::int64_t peak_bytes = 0;   ///< of the plan: arena and persistent tensors
  std::int64_t setup_ns = 0;     ///< finding the device, building the network, planning
  std::int64_t find_ns = 0;      ///< part of setup_ns: measuring algorithms to choose from
  std::int64_t allocate_ns = 0;  ///< memory, initial values, input
  std::map<std::string, std::string> machine;      ///< machine_facts
  std::map<std::string, std::string> environment;  ///< environment_facts
  std::map<std::string, std::string> build;        ///< compiler, flags, type, sanitizers
  std::string warnings;                            ///< why its figures are in doubt; empty: nothing
  std::vector<std::string> arguments;              ///< of the command line, without the program
  std::optional<std::int64_t> roof;                ///< machine_roof.id; absent: not known
  std::string missing_sensors;    ///< what this machine does not tell, and why; empty: nothing
  std::int64_t marks = 0;         ///< of a layered iteration: one more than it has steps
  std::optional<double> mark_ns;  ///< what one costs, back to back; absent: not measured
  std::int64_t launch = 1;        ///< of --launches, from 1
  std::int64_t launches = 1;
  std::int64_t instance = 1;  ///< of --instances, from 1
  std::int64_t instances = 1;
  std::string instance_group;   ///< names the runs side by side; empty: one alone
  std::string launch_group;     ///< names the runs of one --launches; empty: one alone
  std::string preset = "open";  ///< closed-1 | open
  bool verify = true;           ///< whether leaves are to be checked after measuring
};

/// A node of the model tree, composites too.
struct LayerRecord {
  std::int64_t id = 0;       ///< within the run, in the order of the tree
  std::int64_t parent = -1;  ///< id, or -1: none
  std::string path;          ///< "resnet50/stage2/block1/F/conv2"
  std::string module;        ///< "Conv(3x3,pad=1,s=1) (16,64,56,56)->(16,64,56,56)"
  std::string kind;          ///< "Conv"
  std::int64_t depth = 0;    ///< the root's is 0
  bool is_composite = false;
  std::string input_shape;  ///< "(16,64,56,56)"
  std::string output_shape;
  std::int64_t parameters = 0;       ///< of this leaf; of all leaves below a composite
  std::vector<std::string> members;  ///< canonical paths; a leaf that is not fused has its own
};

/// What a leaf does in one pass, known before anything runs.
struct LayerPassRecord {
  std::int64_t layer = 0;
  Pass pass = Pass::Fwd;
  std::string algorithm;
  std::string layouts;  ///< "nhwc", or "nchw->nhwc"
  std::int64_t workspace_bytes = 0;
  std::int64_t flops = 0;                ///< 2 x multiply-adds, padded taps counted
  std::int64_t least_bytes = 0;          ///< what an ideal kernel reads and writes
  std::optional<double> verified_error;  ///< of what the pass wrote; absent: not verified
  std::optional<double> verified_bound;  ///< what that error may be
  std::int64_t read_bytes = 0;           ///< of which it reads
  std::int64_t flops_without_padding = 0;
  std::optional<double> roof_ns;  ///< the least time that run.roof allows; absent: not known
  std::string roof_binds;         ///< compute | memory; empty: not known
};

/// `settle`: the first of a block, untimed; `dosed`: layered, with more than one mark behind a
/// step.
enum class IterationKind : std::uint8_t { warmup, settle, plain, layered, dosed };

const char* to_string(IterationKind kind);

struct IterationRecord {
  std::int64_t number = 0;  ///< from 0, over all kinds, in the order run
  std::int64_t block = 0;
  IterationKind kind = IterationKind::plain;
  std::int64_t start_ns = 0;  ///< since the start of measuring
  std::int64_t wall_ns = 0;   ///< by a pair of clock reads outside the marks
  std::int64_t marks_ns = 0;  ///< last mark minus first mark
  std::optional<double> loss;
  std::string flags;       ///< words for what makes it suspect, with spaces between; empty: nothing
  bool sampled = false;    ///< whether sensors were read meanwhile
  std::int64_t cycle = 0;  ///< of blocks, one of each kind, in random order; 0: before the first
  std::int64_t dose = 0;   ///< marks behind each step
};

/// One leaf executing one pass in one layered iteration, or the sum of a composite's leaves:
/// its pass is Fwd, or Bwd for all of backward.
struct LogStepRecord {
  std::int64_t iteration = 0;
  std::int64_t layer = 0;
  Pass pass = Pass::Fwd;
  std::int64_t start_ns = 0;  ///< since the iteration's first mark
  std::int64_t duration_ns = 0;
};

/// How a time was spread over iterations: of its total in each. Absent: not computed, or, of a
/// single iteration, not known.
struct SeriesStatistics {
  std::optional<std::int64_t> std_ns;  ///< over n - 1
  std::optional<std::int64_t> median_ns;
  std::optional<std::int64_t> mad_ns;  ///< median distance from the median
  std::optional<std::int64_t> p90_ns;
  std::optional<std::int64_t> p95_ns;
  std::optional<std::int64_t> p99_ns;
  std::optional<std::int64_t> min_ns;
  std::optional<std::int64_t> max_ns;
  /// 95 % confidence intervals, of the mean and of the median (src/statistics/intervals.hpp).
  std::optional<std::int64_t> mean_ci_low_ns;
  std::optional<std::int64_t> mean_ci_high_ns;
  std::optional<std::int64_t> ci_low_ns;
  std::optional<std::int64_t> ci_high_ns;
  /// How many independent iterations would say as much about the mean.
  std::optional<double> effective_count;
};

/// Wall time of the measured iterations of one kind.
struct RunStatRecord {
  IterationKind kind = IterationKind::plain;
  std::int64_t iterations = 0;
  std::int64_t sum_ns = 0;
  std::int64_t mean_ns = 0;  ///< rounded
  SeriesStatistics series;
};

/// Over all layered iterations of the run, whatever part of the log_step rows was kept.
struct StepStatRecord {
  enum class Scope : std::uint8_t { layer, module };
  Scope scope = Scope::layer;
  std::optional<std::int64_t> layer;  ///< where scope is layer
  std::string module;
  bool is_composite = false;
  Pass pass = Pass::Fwd;
  std::int64_t calls = 0;       ///< steps, over all layered iterations
  std::int64_t iterations = 0;  ///< layered iterations
  std::int64_t sum_ns = 0;
  std::int64_t mean_ns = 0;  ///< of a call, rounded
  SeriesStatistics series;   ///< of the total in one iteration
};

/// What a sensor said at one moment.
struct TelemetryRecord {
  std::string device;
  std::string sensor;
  std::int64_t time_ns = 0;  ///< since the start of measuring, as IterationRecord::start_ns
  double value = 0;
};

/// What the runner hands over after each cycle of blocks, in one transaction.
struct CycleRecords {
  std::vector<IterationRecord> iterations;
  std::vector<LogStepRecord> steps;
  std::vector<TelemetryRecord> telemetry;
  std::int64_t origin_ns = 0;  ///< the clock's reading from which start_ns counts
};

/// Iterations in a row whose wall times are alike, by change-point analysis.
struct SegmentRecord {
  IterationKind kind = IterationKind::plain;  ///< warmup or plain: of these alone, in their order
  std::int64_t position = 0;                  ///< of the segment, from 0
  std::int64_t first = 0;                     ///< iterations of the kind before it
  std::int64_t iterations = 0;
  std::int64_t mean_ns = 0;
};

/// How far a leaf's pass was off when it was checked, relative to the size of the terms it adds up:
/// of what it wrote, the tensor nearest to its bound or furthest beyond.
struct VerifiedPass {
  std::int64_t layer = 0;
  Pass pass = Pass::Fwd;
  double error = 0;
  double bound = 0;
};

/// Passes that write nothing are not among them.
struct VerificationRecords {
  std::vector<VerifiedPass> passes;
  std::int64_t wrong = 0;  ///< passes beyond their bound
  std::string reason;      ///< of the first of them: layer, pass, error and bound
  std::int64_t ns = 0;     ///< what it took
};

/// What is known of a run when it ends.
struct EndRecords {
  RunEnd end = RunEnd::unfinished;
  std::string reason;   ///< why it was interrupted or failed
  std::string stopped;  ///< iterations | interval | seconds; empty: it did not end by itself
  /// steady | slowing | no steady state | unknown
  std::string warmup_verdict = "unknown";
  std::string plain_verdict = "unknown";
  std::vector<SegmentRecord> segments;
  std::vector<RunStatRecord> run_stats;
  std::vector<StepStatRecord> step_stats;
  std::optional<VerificationRecords> verification;  ///< absent: not verified
};

/// Where records go. The store implements it; tests replace it. Several runs may follow one
/// another; one that is not ended stays `unfinished`.
class RecordSink {
 public:
  virtual ~RecordSink() = default;
  virtual void begin_run(const RunRecord&, const std::vector<LayerRecord>&,
                         const std::vector<LayerPassRecord>&) = 0;
  virtual void write_cycle(const CycleRecords&) = 0;
  virtual void end_run(const EndRecords&) = 0;
};

}  // namespace resnet_bench
