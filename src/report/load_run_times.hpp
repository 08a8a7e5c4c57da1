#pragma once

#include "report/comparison.hpp"
#include "store/database.hpp"

#include <cstdint>
#include <vector>

namespace resnet_bench {

/// The runs with these ids, each with all that `--launches` made together with it, once each.
/// Refusal where one is not there, did not end well, or has no plain iteration.
std::vector<RunTimes> load_run_times(Database& database, const std::vector<std::int64_t>& run_ids);

}  // namespace resnet_bench
