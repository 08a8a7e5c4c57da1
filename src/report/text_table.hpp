#pragma once

#include <cstddef>
#include <iosfwd>
#include <set>
#include <string>
#include <vector>

namespace resnet_bench {

std::string padded(const std::string& text, std::size_t width, bool to_the_right);

/// Columns as wide as their widest cell, two spaces between; those of `numbers` to the right. The
/// last column is not padded.
void print_text_table(const std::vector<std::vector<std::string>>& rows,
                      const std::set<std::size_t>& numbers, std::ostream& out);

}  // namespace resnet_bench
