#pragma once

#include "report/fact.hpp"
#include "report/report.hpp"
#include "store/database.hpp"

#include <optional>

namespace resnet_bench {

/// What layer_pass says of a run's checks; nothing where no leaf was checked.
std::optional<Verification> load_verification(Database& database, std::int64_t run);

/// "161 leaves, worst error 3.1e-06 at PATH Fwd (allowed 2.2e-04), in 5.12 s", or why there is
/// none.
Fact verification_fact(const Report& report);

}  // namespace resnet_bench
