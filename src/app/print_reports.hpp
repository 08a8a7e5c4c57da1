#pragma once

#include "cli/command_line.hpp"
#include "report/print_report.hpp"

#include <vector>

namespace resnet_bench {

ReportFormat report_format(OutputFormat format);

/// To stdout, and for formats that programs read the lines of tf_cnn_benchmarks to stderr.
void print_reports(const std::vector<Report>& reports, OutputFormat format);

}  // namespace resnet_bench
