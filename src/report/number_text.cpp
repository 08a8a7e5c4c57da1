#include "report/number_text.hpp"

#include <array>
#include <charconv>

namespace resnet_bench {
namespace {

// The longest double in fixed notation has 309 digits before its decimals.
using Buffer = std::array<char, 400>;

}  // namespace

std::string fixed(double value, int decimals, bool sign) {
  Buffer buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::fixed, decimals)
                       .ptr;
  std::string text(buffer.data(), end);
  if (sign && text.front() != '-') text.insert(text.begin(), '+');
  return text;
}

std::string percent(double share, int decimals, bool sign) {
  return fixed(100 * share, decimals, sign) + " %";
}

std::string with_commas(std::int64_t value) {
  std::string text = std::to_string(value);
  const std::size_t first_digit = value < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > first_digit + 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

std::string rate(double value) { return fixed(value, value >= 100 ? 1 : 2); }

std::string duration_text(std::int64_t ns) {
  const auto value = static_cast<double>(ns);
  return ns >= 1'000'000'000 ? fixed(value / 1e9, 2) + " s" : fixed(value / 1e6, 2) + " ms";
}

}  // namespace resnet_bench
