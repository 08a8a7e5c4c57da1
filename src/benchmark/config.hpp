#pragma once

#include "resnet_bench/initial_values.hpp"
#include "resnet_bench/precision.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace resnet_bench {

enum class Mode { train, infer };
/// What fusing is asked for; automatic means bn in training and fold in inference.
enum class FusionChoice { automatic, none, bn, fold };
enum class DataKind { random, zeros };
enum class TimingMode { marks, sync };

/// How threads are bound to processors: `automatic` where they take all cores that this process may
/// use and nobody else has a say (app/threads.cpp).
enum class Pin { automatic, none, list };

/// The machine's roof: from the database where it was measured before, measured anew, or not at
/// all.
enum class RoofChoice { automatic, measure, none };

/// As a batch: as many images as fit the device's memory, found when it is known.
constexpr std::int64_t largest_that_fits = 0;

/// One run on one configuration: what a list of options on the command line unfolds into.
struct BenchmarkConfig {
  std::string model = "resnet50";
  std::string variant = "v1.5";  ///< v1.5: stride in the 3x3; v1: in the block's first 1x1
  std::int64_t batch = 32;
  std::int64_t image_size = 224;
  std::int64_t classes = 1000;
  Mode mode = Mode::train;
  std::string device = "auto";  ///< auto | cpu | reference | cuda | cuda:I
  std::int64_t threads = 0;     ///< 0: the physical cores that this process may use
  std::int64_t instances = 1;   ///< that share the CPU time our control groups allow
  Pin pin = Pin::automatic;
  std::vector<int> pin_list;  ///< with Pin::list: processors, by thread
  bool interleave = false;    ///< memory over all NUMA nodes instead of where it is touched first
  Precision precision = Precision::fp32;
  FusionChoice fusion = FusionChoice::automatic;
  std::string layout = "auto";             ///< auto: the backend's own
  std::string conv = "auto";               ///< auto | library | name of an algorithm
  std::optional<std::int64_t> iterations;  ///< measured plain iterations; absent: what fits
  std::optional<std::int64_t> warmup;  ///< iterations before the first block; absent: until steady
  /// Of measuring, plain and layered together; absent: 120, or no limit with `iterations`.
  std::optional<double> max_seconds;
  /// For this long whatever is known by then, to see whether speed lasts.
  std::optional<double> soak_minutes;
  std::int64_t seed = 1;
  DataKind data = DataKind::random;
  std::int64_t batches = 4;  ///< distinct batches that rotate
  BatchNormInit init = BatchNormInit::standard;
  std::optional<double> learning_rate;  ///< absent: 0.1 * batch / 256
  TimingMode timing = TimingMode::marks;
  /// Iterations recorded once and replayed; absent: where the device can, with TimingMode::marks.
  std::optional<bool> graph;
  std::int64_t raw_rows = 1'000'000;  ///< log_step rows kept; whole iterations only
  RoofChoice roof = RoofChoice::automatic;
  bool verify = true;           ///< whether all leaves are checked when it is measured
  std::string preset = "open";  ///< closed-1: what cli/preset.hpp pins; open: nothing
  std::map<std::string, std::string> labels;
};

}  // namespace resnet_bench
