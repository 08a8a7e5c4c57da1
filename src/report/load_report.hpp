#pragma once

#include "report/report.hpp"
#include "store/database.hpp"

#include <cstdint>

namespace resnet_bench {

/// What a column `ended` says.
RunEnd run_end(const std::string& name);

/// Reads a run. Throws Refusal where the database has none of that id.
Report load_report(Database& database, std::int64_t run_id);

}  // namespace resnet_bench
