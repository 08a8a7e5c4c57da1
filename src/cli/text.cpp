#include "cli/text.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace resnet_bench {
namespace {

/// A code point and the bytes it takes; 0 bytes where the text does not start with valid UTF-8.
struct CodePoint {
  std::uint32_t value = 0;
  std::size_t bytes = 0;
};

/// Unicode 15, table 3-7: overlong forms and surrogates are not UTF-8.
CodePoint first_code_point(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::uint32_t head = byte(0);
  if (head < 0x80) return {head, 1};
  const std::size_t bytes = head < 0xC2   ? 0
                            : head < 0xE0 ? 2
                            : head < 0xF0 ? 3
                            : head < 0xF5 ? 4
                                          : 0;
  if (bytes == 0 || text.size() < bytes) return {};
  std::uint32_t value = head & (0xFFu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3F);
  }
  const bool overlong = (bytes == 3 && value < 0x800) || (bytes == 4 && value < 0x10000);
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (overlong || surrogate || value > 0x10FFFF) return {};
  return {value, bytes};
}

std::string escaped(std::string_view bytes) {
  std::string result;
  for (const char c : bytes) {
    std::array<char, 5> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "\\x%02x",
                  static_cast<unsigned>(static_cast<unsigned char>(c)));
    result += buffer.data();
  }
  return result;
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    if (point.bytes == 0) return false;
    text.remove_prefix(point.bytes);
  }
  return true;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 80;
  std::string result = "'";
  while (!text.empty()) {
    if (result.size() > longest) {
      result += "...";
      break;
    }
    const CodePoint point = first_code_point(text);
    const std::size_t bytes = point.bytes == 0 ? 1 : point.bytes;
    // U+0080 to U+009F are control characters too; some terminals obey them.
    const bool control = point.value < 0x20 || (point.value >= 0x7F && point.value < 0xA0);
    const std::string_view piece = text.substr(0, bytes);
    result += point.bytes == 0 || control ? escaped(piece) : std::string(piece);
    text.remove_prefix(bytes);
  }
  return result + "'";
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string result;
  for (const std::string& word : words) {
    if (!result.empty()) result += separator;
    result += word;
  }
  return result;
}

}  // namespace resnet_bench
