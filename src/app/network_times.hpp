#pragma once

#include "resnet_bench/alone_records.hpp"

#include "app/run_configuration.hpp"
#include "cli/command_line.hpp"
#include "store/store.hpp"

#include <vector>

namespace resnet_bench {

/// Of the time that is given, what a run in the network may take.
constexpr double network_share = 1.0 / 3;
constexpr double default_layers_seconds = 120;

/// Settles which run times in the network are of, as --network asks, and measures one where it has
/// to: sets record.network_run and record.network_source. Returns how that run ended.
RunEnd settle_network_run(const CommandLine& line, const Invocation& invocation, Store& store,
                          AloneRecord& record);

/// Sets network_ns of the passes from that run.
void add_network_times(Database& database, const AloneRecord& record,
                       std::vector<std::vector<AlonePassRecord>>& leaves);

}  // namespace resnet_bench
