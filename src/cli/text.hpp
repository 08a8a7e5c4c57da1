#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace resnet_bench {

bool is_utf8(std::string_view text);

/// `text` in single quotes, fit for one line of a terminal: control characters and bytes that are
/// not UTF-8 become \xNN, and what is longer than 80 bytes is cut ("...").
std::string in_quotes(std::string_view text);

/// "a, b, c"
std::string joined(const std::vector<std::string>& words, std::string_view separator = ", ");

}  // namespace resnet_bench
