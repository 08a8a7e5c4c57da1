#include "report/print_report.hpp"

#include "report/formats.hpp"
#include "report/number_text.hpp"

namespace resnet_bench {

void print_report(const std::vector<Report>& reports, ReportFormat format, std::ostream& out) {
  switch (format) {
    case ReportFormat::table:
      return print_table(reports, out);
    case ReportFormat::csv:
      return print_csv(reports, out);
    case ReportFormat::json:
      return print_json(reports, out);
    case ReportFormat::md:
      return print_markdown(reports, out);
    case ReportFormat::tsv:
      return print_tsv(reports, out);
  }
}

std::string images_per_second_lines(const Report& report) {
  if (!report.throughput) return "images/sec: none, no plain iteration was finished\n";
  const Throughput& plain = *report.throughput;
  return "images/sec: " + rate(plain.images_per_second) + " +/- " + rate(plain.plus_minus) +
         " (jitter = " + rate(plain.jitter) + ")\n" + "total images/sec: " +
         rate(report.instances ? report.instances->images_per_second : plain.images_per_second) +
         "\n";
}

void print_results(const std::vector<Report>& reports, ReportFormat format, std::ostream& out,
                   std::ostream& err) {
  print_report(reports, format, out);
  if (format == ReportFormat::table || format == ReportFormat::md) return;
  for (const Report& report : reports) err << images_per_second_lines(report);
}

}  // namespace resnet_bench
