#pragma once

#include "resnet_bench/records.hpp"

#include "benchmark/duration_series.hpp"
#include "plan/plan.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace resnet_bench {

/// What rows call the layers of a network.
using LayerIds = std::map<const Layer*, std::int64_t>;
LayerIds number_layers(const Network& network);

/// The layers of a network as rows, numbered in the order of the tree, and what each leaf does.
std::vector<LayerRecord> layer_records(const Network& network);
std::vector<LayerPassRecord> layer_pass_records(const Network& network, const Plan& plan);
/// The same of one leaf, whoever connected it; `layer` is 0.
LayerPassRecord layer_pass_record(const Leaf& leaf, Pass pass, const Assembly& assembly);

/// Turns time stamps into rows: schedule x stamps. A leaf's row is the time between the marks
/// around its step; a composite's that between the marks around all its steps, which is their sum.
class StepRows {
 public:
  StepRows(const Network& network, const Plan& plan);

  /// Stamps of one layered iteration: one more than there are steps.
  void add(std::span<const std::int64_t> stamps);

  /// Rows of those same stamps.
  std::vector<LogStepRecord> rows(std::int64_t iteration,
                                  std::span<const std::int64_t> stamps) const;
  std::int64_t rows_per_iteration() const { return static_cast<std::int64_t>(spans_.size()); }

  /// Over all iterations added, by layer and by module.
  std::vector<StepStatRecord> statistics() const;

 private:
  /// What one row covers: steps [first, last).
  struct Span {
    std::int64_t layer = 0;
    std::string module;
    bool is_composite = false;
    Pass pass = Pass::Fwd;
    std::int64_t first = 0;
    std::int64_t last = 0;
    DurationSeries series;
  };

  std::vector<Span> spans_;  ///< leaves in the order of the schedule, then composites
  std::int64_t iterations_ = 0;
};

}  // namespace resnet_bench
