#include "report/formats.hpp"
#include "report/print_report.hpp"
#include "report/text_table.hpp"
#include "report/wording.hpp"

#include <string>

namespace resnet_bench {
namespace {

constexpr std::size_t rows_shown = 15;

using Row = std::vector<std::string>;

void print_facts(const std::vector<Fact>& facts, std::ostream& out) {
  for (const Fact& fact : facts) out << "  " << padded(fact.name, 14, false) << fact.value << "\n";
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
  print_text_table(rows, {2, 3, 4, 5, 6, 7}, out);
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
