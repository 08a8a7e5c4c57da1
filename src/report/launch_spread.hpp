#pragma once

#include "report/report.hpp"
#include "store/database.hpp"

#include <optional>

namespace resnet_bench {

/// Of the launches that `run` is one of; nothing of a run alone, or where none is done.
std::optional<LaunchSpread> load_launch_spread(Database& database, const RunRecord& run);

}  // namespace resnet_bench
