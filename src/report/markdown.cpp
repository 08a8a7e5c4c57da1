#include "report/formats.hpp"
#include "report/print_report.hpp"
#include "report/wording.hpp"

#include <string>

namespace resnet_bench {
namespace {

/// What would end a cell or a row, and what would be taken for HTML or emphasis.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      result += ' ';
    } else {
      if (std::string("|\\`*_<[").find(c) != std::string::npos) result += '\\';
      result += c;
    }
  }
  return result;
}

void print_row(const std::vector<std::string>& cells, std::ostream& out) {
  out << "|";
  for (const std::string& cell : cells) out << " " << escaped(cell) << " |";
  out << "\n";
}

void print_facts(const std::vector<Fact>& facts, std::ostream& out) {
  for (const Fact& fact : facts) print_row({fact.name, fact.value}, out);
}

}  // namespace

void print_markdown(const std::vector<Report>& reports, std::ostream& out) {
  bool first = true;
  for (const Report& report : reports) {
    if (!first) out << "\n";
    first = false;
    out << "## " << escaped(title(report)) << "\n\n";
    if (const std::string text = warning(report); !text.empty()) {
      out << "**" << escaped(text) << "**\n\n";
    }
    out << "| | |\n|---|---|\n";
    print_facts(configuration(report), out);
    print_facts(figures(report), out);
    out << "\n";
    if (report.leaves.empty()) {
      out << escaped(why_no_leaves(report)) << "\n";
    } else {
      print_row(leaf_head(), out);
      out << "|---|---|---:|---:|---:|---:|---:|---:|---|\n";
      for (const auto& row : leaf_rows(report, report.leaves.size())) print_row(row, out);
    }
    out << "\n```\n" << images_per_second_lines(report) << "```\n";
  }
}

}  // namespace resnet_bench
