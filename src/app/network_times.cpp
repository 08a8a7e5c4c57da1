#include "app/network_times.hpp"

#include "resnet_bench/timing.hpp"

#include "store/alone_rows.hpp"

#include <spdlog/spdlog.h>

namespace resnet_bench {

RunEnd settle_network_run(const CommandLine& line, const Invocation& invocation, Store& store,
                          AloneRecord& record) {
  const NetworkTimes wanted = line.layers.network;
  if (record.is_suite || wanted == NetworkTimes::none) return RunEnd::done;
  if (wanted == NetworkTimes::automatic) {
    record.network_run = find_network_run(store.database(), record);
    if (record.network_run) {
      record.network_source = "stored";
      return RunEnd::done;
    }
  }
  if (!layer_timing) {
    spdlog::warn("no times in the network: this build has LAYER_TIMING=0");
    return RunEnd::done;
  }
  BenchmarkConfig config = line.configs.front();
  config.max_seconds = network_share * config.max_seconds.value_or(default_layers_seconds);
  if (config.roof == RoofChoice::measure) config.roof = RoofChoice::automatic;  // it just was
  const RunEnd end = run_configuration(config, invocation, store);
  if (end != RunEnd::done) return end;
  record.network_run = store.run_id();
  record.network_source = "measured";
  return end;
}

void add_network_times(Database& database, const AloneRecord& record,
                       std::vector<std::vector<AlonePassRecord>>& leaves) {
  if (!record.network_run) return;
  for (auto& passes : leaves) {
    for (AlonePassRecord& pass : passes) {
      double sum = 0;
      std::int64_t count = 0;
      for (const std::string& path : pass.places) {
        if (const auto ns = network_median_ns(database, *record.network_run, path, pass.pass)) {
          sum += *ns;
          ++count;
        }
      }
      if (count > 0) pass.network_ns = sum / static_cast<double>(count);
    }
  }
}

}  // namespace resnet_bench
