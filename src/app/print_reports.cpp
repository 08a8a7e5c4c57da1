#include "app/print_reports.hpp"

#include <iostream>

namespace resnet_bench {
ReportFormat report_format(OutputFormat format) {
  switch (format) {
    case OutputFormat::table:
      return ReportFormat::table;
    case OutputFormat::csv:
      return ReportFormat::csv;
    case OutputFormat::json:
      return ReportFormat::json;
    case OutputFormat::md:
      return ReportFormat::md;
    case OutputFormat::tsv:
      return ReportFormat::tsv;
  }
  return ReportFormat::table;
}

void print_reports(const std::vector<Report>& reports, OutputFormat format) {
  print_results(reports, report_format(format), std::cout, std::cerr);
}

}  // namespace resnet_bench
