#include "telemetry/telemetry_sink.hpp"

#include <cmath>

namespace resnet_bench {
namespace {

/// The second cycle of every four: a short run has two.
bool rests(std::int64_t cycle) { return cycle % 4 == 1; }

}  // namespace

void TelemetrySink::begin_run(const RunRecord& run, const std::vector<LayerRecord>& layers,
                              const std::vector<LayerPassRecord>& passes) {
  sink_.begin_run(run, layers, passes);
  sampler_.sample();
  sampler_.resume();
  sampling_ = true;
}

void TelemetrySink::write_cycle(const CycleRecords& cycle) {
  sampler_.pause();
  sampler_.sample();
  CycleRecords with = cycle;
  keep(sampler_.take(), with);
  for (IterationRecord& iteration : with.iterations) {
    iteration.sampled = sampling_;
    iteration.flags = flags_of(iteration, readings_, usual_);
  }
  sink_.write_cycle(with);
  if (!cycle.iterations.empty()) {
    const IterationRecord& last = cycle.iterations.back();
    for (auto& [sensor, series] : readings_) series.forget_before(last.start_ns + last.wall_ns);
  }
  sampling_ = !rests(++cycles_);
  if (sampling_) sampler_.resume();
}

void TelemetrySink::end_run(const EndRecords& records) {
  sampler_.pause();
  sink_.end_run(records);
}

void TelemetrySink::keep(const std::vector<Sample>& samples, CycleRecords& cycle) {
  const std::vector<Sensor>& sensors = sampler_.sensors();
  for (const Sample& sample : samples) {
    const std::int64_t time_ns = sample.time_ns - cycle.origin_ns;
    for (std::size_t i = 0; i < sensors.size(); ++i) {
      const double value = sample.values[i];
      if (!std::isfinite(value)) continue;
      const Sensor& sensor = sensors[i];
      readings_[{sensor.device, sensor.name}].add(time_ns, value);
      cycle.telemetry.push_back({sensor.device, sensor.name, time_ns, value});
      if (sensor.device != "cpu" || sensor.name != "clock") continue;
      const double before = usual_.clock_mhz.value_or(0);
      usual_.clock_mhz = before + (value - before) / static_cast<double>(++clock_readings_);
    }
  }
}

}  // namespace resnet_bench
