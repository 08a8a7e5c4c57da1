#pragma once

#include "report/report.hpp"

#include <ostream>
#include <string>
#include <vector>

namespace resnet_bench {

/// table and md are for people, with the slowest leaves in the one and all in the other; csv, tsv
/// and json hold everything. docs/columns.md describes each.
enum class ReportFormat { table, csv, json, md, tsv };

/// One document of all runs.
void print_report(const std::vector<Report>& reports, ReportFormat format, std::ostream& out);

/// tf_cnn_benchmarks' lines:
///   images/sec: X +/- Y (jitter = Z)
///   total images/sec: N
/// Z, Y: see Throughput. X and N are the same here, for one device is measured. Without a plain
/// iteration, a line that says so.
std::string images_per_second_lines(const Report& report);

/// The document to `out`. Of csv, json and tsv nothing else may be there, so their images/sec lines
/// go to `err`; in table and md they are part of the document.
void print_results(const std::vector<Report>& reports, ReportFormat format, std::ostream& out,
                   std::ostream& err);

}  // namespace resnet_bench
