#include "report/text_table.hpp"

#include <algorithm>
#include <ostream>

namespace resnet_bench {

std::string padded(const std::string& text, std::size_t width, bool to_the_right) {
  const std::string space(width > text.size() ? width - text.size() : 0, ' ');
  return to_the_right ? space + text : text + space;
}

void print_text_table(const std::vector<std::vector<std::string>>& rows,
                      const std::set<std::size_t>& numbers, std::ostream& out) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool last = i + 1 == row.size();
      const bool is_number = numbers.count(i) > 0;
      out << "  " << (last && !is_number ? row[i] : padded(row[i], widths[i], is_number));
    }
    out << "\n";
  }
}

}  // namespace resnet_bench
