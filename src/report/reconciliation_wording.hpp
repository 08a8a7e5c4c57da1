#pragma once

#include "report/fact.hpp"
#include "report/report.hpp"

#include <vector>

namespace resnet_bench {

/// How plain and layered iterations agree, whether the run was steady, and why it stopped, in
/// words.
std::vector<Fact> reconciliation_facts(const Report& report);

}  // namespace resnet_bench
