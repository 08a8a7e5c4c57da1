#pragma once

#include "report/report.hpp"

#include <ostream>
#include <vector>

/// One printer a format; print_report chooses.
namespace resnet_bench {

void print_table(const std::vector<Report>& reports, std::ostream& out);
void print_markdown(const std::vector<Report>& reports, std::ostream& out);
void print_json(const std::vector<Report>& reports, std::ostream& out);

/// RFC 4180, but lines end with a line feed only.
void print_csv(const std::vector<Report>& reports, std::ostream& out);

/// A tab, line feed, carriage return or backslash in a value is written \t, \n, \r, \\.
void print_tsv(const std::vector<Report>& reports, std::ostream& out);

}  // namespace resnet_bench
