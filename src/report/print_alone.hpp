#pragma once

#include "report/alone_report.hpp"
#include "report/print_report.hpp"

#include <iosfwd>

namespace resnet_bench {

/// One call of `layers`. table and md have a row a pass, with all times beside each other, the
/// table 40 of them; csv and tsv a row a pass and state of the caches; json the same, nested.
void print_alone(const AloneReport& report, ReportFormat format, std::ostream& out);

}  // namespace resnet_bench
