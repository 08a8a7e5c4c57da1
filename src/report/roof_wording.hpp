#pragma once

#include "report/fact.hpp"
#include "report/report.hpp"

#include <vector>

namespace resnet_bench {

/// What the machine reaches, and how near all leaves together come. Nothing of a run without a
/// roof.
std::vector<Fact> roof_facts(const Report& report);

}  // namespace resnet_bench
