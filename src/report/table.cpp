#include "report/formats.hpp"
#include "report/print_report.hpp"
#include "report/wording.hpp"

#include <algorithm>
#include <string>

namespace resnet_bench {
namespace {

constexpr std::size_t rows_shown = 15;

using Row = std::vector<std::string>;

std::string padded(const std::string& text, std::size_t width, bool to_the_right) {
  const std::string space(width > text.size() ? width - text.size() : 0, ' ');
  return to_the_right ? space + text : text + space;
}

void print_facts(const std::vector<Fact>& facts, std::ostream& out) {
  for (const Fact& fact : facts) out << "  " << padded(fact.name, 14, false) << fact.value << "\n";
}

/// Text to the left, numbers to the right. The last column is not padded.
void print_rows(const std::vector<Row>& rows, std::ostream& out) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  const auto is_number = [](std::size_t column) { return column >= 2 && column <= 7; };
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool last = i + 1 == row.size();
      out << "  " << (last ? row[i] : padded(row[i], widths[i], is_number(i)));
    }
    out << "\n";
  }
}

void print_leaves(const Report& report, std::ostream& out) {
  if (report.leaves.empty()) {
    out << why_no_leaves(report) << "\n";
    return;
  }
  std::vector<Row> rows = leaf_rows(report, rows_shown);
  const std::size_t shown = rows.size();
  if (shown < report.leaves.size()) {
    out << "The " << shown << " slowest of " << report.leaves.size() << " passes of leaf layers\n";
  } else {
    out << "All passes of leaf layers, slowest first\n";
  }
  rows.insert(rows.begin(), leaf_head());
  print_rows(rows, out);
}

}  // namespace

void print_table(const std::vector<Report>& reports, std::ostream& out) {
  bool first = true;
  for (const Report& report : reports) {
    if (!first) out << "\n";
    first = false;
    out << title(report) << "\n";
    if (const std::string text = warning(report); !text.empty()) out << text << "\n";
    print_facts(configuration(report), out);
    out << "\n";
    print_facts(figures(report), out);
    out << "\n";
    print_leaves(report, out);
    out << "\n" << images_per_second_lines(report);
  }
}

}  // namespace resnet_bench
