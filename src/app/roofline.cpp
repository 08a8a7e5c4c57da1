#include "app/roofline.hpp"

#include "resnet_bench/host.hpp"
#include "resnet_bench/series.hpp"

#include "benchmark/runner.hpp"
#include "store/roofs.hpp"
#include "telemetry/sampler.hpp"
#include "telemetry/sources.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

namespace resnet_bench {
namespace {

/// A roof measured while others used more than this may be too low: it is measured again.
constexpr double undisturbed = 0.1;

/// Processors' worth of time that others used while `work` was done; nothing where this machine
/// does not tell.
template <class Work>
std::optional<double> others_during(const Work& work) {
  const std::vector<int> processors = allowed_processors();
  std::vector<std::unique_ptr<SensorSource>> sources;
  sources.push_back(processor_time_source(processors));
  sources.push_back(process_source());
  Sampler sampler(std::move(sources), std::chrono::hours(1), steady_clock_ns);
  sampler.sample();
  work();
  sampler.sample();
  const std::vector<Sample> samples = sampler.take();
  std::map<std::string, double> grew;
  for (std::size_t i = 0; i < sampler.sensors().size(); ++i) {
    const Sensor& sensor = sampler.sensors()[i];
    grew[sensor.device + " " + sensor.name] = samples[1].values[i] - samples[0].values[i];
  }
  if (!grew.contains("cpu busy") || !grew.contains("process cpu")) return {};
  const double seconds = static_cast<double>(samples[1].time_ns - samples[0].time_ns) / 1e9;
  return std::max(0.0, grew["cpu busy"] - grew["process cpu"]) / seconds;
}

std::optional<StoredRoof> roof_for(RoofChoice choice, Backend& backend, Database& database,
                                   const RoofSetting& setting) {
  if (choice == RoofChoice::automatic) {
    auto stored = find_roof(database, setting);
    if (stored && stored->other_processors.value_or(0) <= undisturbed) return stored;
  }
  spdlog::info("measuring what the machine reaches, for the roofline");
  MachineRoof roof;
  const auto others = others_during([&] { roof = backend.measure_roof(); });
  if (roof.compute.empty()) return {};
  if (others.value_or(0) > undisturbed) {
    spdlog::warn("others used {:.2f} processors while the roof was measured: it may be too low",
                 *others);
  }
  return StoredRoof{.id = add_roof(database, setting, roof, others), .roof = std::move(roof)};
}

}  // namespace

void add_roofline(RoofChoice choice, Backend& backend, Database& database, RunRecord& run,
                  std::vector<LayerPassRecord>& passes) {
  if (choice == RoofChoice::none) return;
  std::string processors = number_list(allowed_processors());
  if (!run.pinning.empty()) processors += ", " + run.pinning;
  const RoofSetting setting{.host = run.host,
                            .device = run.device,
                            .device_model = run.device_model,
                            .threads = run.threads,
                            .processors = processors,
                            .version = run.version};
  const auto stored = roof_for(choice, backend, database, setting);
  if (!stored) return;
  run.roof = stored->id;
  for (LayerPassRecord& pass : passes) {
    const auto bound = roof_bound(stored->roof, run.precision, pass.flops_without_padding,
                                  pass.read_bytes, pass.least_bytes - pass.read_bytes);
    if (!bound) continue;
    pass.roof_ns = bound->ns;
    pass.roof_binds = to_string(bound->binds);
  }
}

}  // namespace resnet_bench
