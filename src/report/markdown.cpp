#include "report/formats.hpp"
#include "report/markdown_text.hpp"
#include "report/print_report.hpp"
#include "report/wording.hpp"

#include <string>

namespace resnet_bench {
namespace {

void print_facts(const std::vector<Fact>& facts, std::ostream& out) {
  for (const Fact& fact : facts) print_markdown_row({fact.name, fact.value}, out);
}

}  // namespace

void print_markdown(const std::vector<Report>& reports, std::ostream& out) {
  bool first = true;
  for (const Report& report : reports) {
    if (!first) out << "\n";
    first = false;
    out << "## " << markdown_escaped(title(report)) << "\n\n";
    if (const std::string text = warning(report); !text.empty()) {
      out << "**" << markdown_escaped(text) << "**\n\n";
    }
    out << "| | |\n|---|---|\n";
    print_facts(configuration(report), out);
    print_facts(figures(report), out);
    out << "\n";
    if (report.leaves.empty()) {
      out << markdown_escaped(why_no_leaves(report)) << "\n";
    } else {
      print_markdown_row(leaf_head(), out);
      out << "|---|---|---:|---:|---:|---:|---:|---:|---|\n";
      for (const auto& row : leaf_rows(report, report.leaves.size())) print_markdown_row(row, out);
    }
    out << "\n```\n" << images_per_second_lines(report) << "```\n";
  }
}

}  // namespace resnet_bench
