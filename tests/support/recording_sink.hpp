#pragma once

#include "resnet_bench/records.hpp"

#include <functional>
#include <string>
#include <vector>

namespace resnet_bench::test {

/// Keeps what it is given.
class RecordingSink : public RecordSink {
 public:
  void begin_run(const RunRecord&, const std::vector<LayerRecord>&,
                 const std::vector<LayerPassRecord>&) override {}
  void write_cycle(const CycleRecords& cycle) override {
    ++cycles;
    iterations.insert(iterations.end(), cycle.iterations.begin(), cycle.iterations.end());
    steps.insert(steps.end(), cycle.steps.begin(), cycle.steps.end());
    telemetry.insert(telemetry.end(), cycle.telemetry.begin(), cycle.telemetry.end());
    if (on_cycle) on_cycle();
  }
  void end_run(const EndRecords& records) override {
    ++ends;
    records_at_end = records;
    end = records.end;
    reason = records.reason;
    run_stats = records.run_stats;
    statistics = records.step_stats;
  }

  std::int64_t count(IterationKind kind) const {
    std::int64_t found = 0;
    for (const IterationRecord& iteration : iterations) found += iteration.kind == kind;
    return found;
  }

  int cycles = 0;
  int ends = 0;
  RunEnd end = RunEnd::unfinished;
  std::string reason;
  std::vector<IterationRecord> iterations;
  std::vector<LogStepRecord> steps;
  std::vector<TelemetryRecord> telemetry;
  EndRecords records_at_end;
  std::vector<RunStatRecord> run_stats;
  std::vector<StepStatRecord> statistics;
  std::function<void()> on_cycle;
};

}  // namespace resnet_bench::test
