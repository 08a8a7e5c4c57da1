#pragma once

#include "report/fact.hpp"
#include "report/report.hpp"

#include <vector>

namespace resnet_bench {

/// How far the machine was ours while it was measured, in words: iterations flagged, processors,
/// clock and heat, memory, energy, what reading all that cost, and what could not be read. Nothing
/// of a run without sensors.
std::vector<Fact> telemetry_facts(const Report& report);

}  // namespace resnet_bench
