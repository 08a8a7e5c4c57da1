#pragma once

#include "resnet_bench/backend.hpp"
#include "resnet_bench/records.hpp"

#include "benchmark/config.hpp"
#include "store/database.hpp"

#include <vector>

namespace resnet_bench {

/// Lays the machine's roof beside what the leaves are to do: from the database where it was
/// measured before in the same setting, else measured now and stored. Sets run.roof and the
/// passes' roof_ns and roof_binds; leaves them where the backend has no roof or none is wanted.
void add_roofline(RoofChoice choice, Backend& backend, Database& database, RunRecord& run,
                  std::vector<LayerPassRecord>& passes);

}  // namespace resnet_bench
