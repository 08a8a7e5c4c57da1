#pragma once

#include "resnet_bench/alone_records.hpp"

#include "store/database.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace resnet_bench {

/// Its id. The row says `unfinished` until end_alone. Throws Refusal where it cannot be written.
std::int64_t begin_alone(Database& database, const AloneRecord& record);

/// All passes of a leaf with their times, in one transaction. Throws RunError.
void add_alone_leaf(Database& database, const std::vector<AlonePassRecord>& passes,
                    const std::vector<AloneTimeRecord>& times);

/// Throws RunError.
void end_alone(Database& database, std::int64_t id, RunEnd end, const std::string& reason);

/// Rows of one call of `layers`, in the order of leaves. Throws SqliteError.
AloneRecord load_alone(Database& database, std::int64_t id);
std::vector<AlonePassRecord> load_alone_passes(Database& database, std::int64_t id);
std::vector<AloneTimeRecord> load_alone_times(Database& database, std::int64_t id);

/// The newest run that is done, has times of layers, and did with the same plan on the same
/// machine what `record` is to measure: run.id.
std::optional<std::int64_t> find_network_run(Database& database, const AloneRecord& record);

/// Median of a layer's pass in the layered iterations of a run, in ns.
std::optional<double> network_median_ns(Database& database, std::int64_t run,
                                        const std::string& path, Pass pass);

}  // namespace resnet_bench
