#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace resnet_bench {

/// Without what would end a cell or a row, or would be taken for HTML or emphasis.
std::string markdown_escaped(const std::string& text);

/// A row of a table, its cells escaped.
void print_markdown_row(const std::vector<std::string>& cells, std::ostream& out);

}  // namespace resnet_bench
