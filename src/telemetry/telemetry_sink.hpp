#pragma once

#include "resnet_bench/records.hpp"

#include "telemetry/flags.hpp"
#include "telemetry/sampler.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace resnet_bench {

/// Stands between a runner and its sink: adds to each cycle what the sensors said meanwhile, and
/// to its iterations what makes them suspect. In one cycle of four the sampler's thread rests, so
/// that what it costs can be seen; sensors are then read at the cycle's ends alone.
class TelemetrySink final : public RecordSink {
 public:
  /// Both must outlive it. The sampler's clock is the runner's.
  TelemetrySink(RecordSink& sink, Sampler& sampler, std::int64_t processors)
      : sink_(sink), sampler_(sampler), usual_{.processors = processors} {}

  void begin_run(const RunRecord& run, const std::vector<LayerRecord>& layers,
                 const std::vector<LayerPassRecord>& passes) override;
  void write_cycle(const CycleRecords& cycle) override;
  void end_run(const EndRecords& records) override;

 private:
  void keep(const std::vector<Sample>& samples, CycleRecords& cycle);

  RecordSink& sink_;
  Sampler& sampler_;
  SensorSeries readings_;
  Usual usual_;
  std::int64_t clock_readings_ = 0;
  std::int64_t cycles_ = 0;
  bool sampling_ = false;
};

}  // namespace resnet_bench
