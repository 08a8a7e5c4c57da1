#include "report/markdown_text.hpp"

#include <ostream>

namespace resnet_bench {

std::string markdown_escaped(const std::string& text) {
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

void print_markdown_row(const std::vector<std::string>& cells, std::ostream& out) {
  out << "|";
  for (const std::string& cell : cells) out << " " << markdown_escaped(cell) << " |";
  out << "\n";
}

}  // namespace resnet_bench
