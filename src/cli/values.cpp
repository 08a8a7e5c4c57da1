#include "cli/values.hpp"

#include "resnet_bench/error.hpp"

#include "cli/nearest.hpp"
#include "cli/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>

namespace resnet_bench {
namespace {

template <class Number>
struct Parsed {
  Number value{};
  std::errc error{};  ///< invalid_argument also where something follows the number
};

template <class Number>
Parsed<Number> parse(const std::string& text) {
  Parsed<Number> parsed;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, parsed.value);
  parsed.error = stop == end ? error : std::errc::invalid_argument;
  return parsed;
}

[[noreturn]] void refuse(const Argument& argument, const std::string& fault,
                         const std::string& allowed, const std::string& meant = {}) {
  throw Refusal(argument.option + " " + in_quotes(argument.value) + " " + fault +
                "; allowed: " + allowed + (meant.empty() ? "" : "; did you mean " + meant + "?"));
}

/// "1e6" and "32.0" are whole numbers to a person. Empty where it is none.
std::string as_written_out(const std::string& text, std::int64_t least, std::int64_t most) {
  const Parsed<double> parsed = parse<double>(text);
  const double value = parsed.value;
  // Above 2^53 not every whole number is a double: what was meant is not known.
  if (parsed.error != std::errc{} || !(std::abs(value) <= 9007199254740992.0)) return {};
  if (value != std::trunc(value)) return {};
  const auto number = static_cast<std::int64_t>(value);
  return number < least || number > most ? std::string{} : std::to_string(number);
}

}  // namespace

std::vector<Argument> entries(const Argument& list) {
  std::vector<Argument> result;
  std::vector<std::string> filled;
  std::size_t start = 0;
  while (true) {
    const std::size_t comma = list.value.find(',', start);
    result.push_back({list.option, list.value.substr(start, comma - start)});
    if (!result.back().value.empty()) filled.push_back(result.back().value);
    if (comma == std::string::npos) break;
    start = comma + 1;
  }
  if (list.value.empty()) refuse(list, "is empty", "one value, or several as a list: A,B,C");
  if (filled.size() < result.size()) {
    refuse(list, "has an empty entry", "one value, or several as a list: A,B,C",
           filled.empty() ? "" : in_quotes(joined(filled, ",")));
  }
  return result;
}

std::int64_t whole_number(const Argument& argument, std::int64_t least, std::int64_t most,
                          const std::string& most_is) {
  constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max();
  std::string allowed = "whole numbers from " + std::to_string(least);
  if (most < limit) allowed += " to " + std::to_string(most);
  if (!most_is.empty()) allowed += " (" + most_is + ")";

  const Parsed<std::int64_t> parsed = parse<std::int64_t>(argument.value);
  const bool negative = argument.value.starts_with('-');
  if (parsed.error == std::errc::result_out_of_range && !negative) {
    refuse(argument, "is too large",
           most < limit ? allowed : allowed + " to " + std::to_string(limit));
  }
  if (parsed.error == std::errc::invalid_argument) {
    refuse(argument, argument.value.empty() ? "is empty" : "is not a whole number", allowed,
           as_written_out(argument.value, least, most));
  }
  if (parsed.error == std::errc::result_out_of_range || parsed.value < least) {
    refuse(argument, "is too small", allowed);
  }
  if (parsed.value > most) refuse(argument, "is too large", allowed);
  return parsed.value;
}

double positive_number(const Argument& argument) {
  const std::string allowed = "numbers greater than 0";
  const Parsed<double> parsed = parse<double>(argument.value);
  if (parsed.error == std::errc::invalid_argument) {
    refuse(argument, argument.value.empty() ? "is empty" : "is not a number", allowed);
  }
  // from_chars leaves the value alone where it is beyond the range of a double.
  if (parsed.error != std::errc{}) refuse(argument, "is out of range", allowed);
  if (!std::isfinite(parsed.value)) refuse(argument, "is not finite", allowed);
  if (parsed.value <= 0) refuse(argument, "is too small", allowed);
  return parsed.value;
}

bool truth(const Argument& argument) {
  std::string lower = argument.value;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return meaning_of<bool>(
      {argument.option, lower},
      {{"true", true}, {"false", false}, {"1", true}, {"0", false}, {"yes", true}, {"no", false}});
}

const std::string& one_of(const Argument& argument, const std::vector<std::string>& allowed) {
  if (std::find(allowed.begin(), allowed.end(), argument.value) == allowed.end()) {
    if (argument.value.empty()) refuse(argument, "is empty", joined(allowed));
    refuse(argument, "is unknown", joined(allowed), in_quotes(nearest(argument.value, allowed)));
  }
  return argument.value;
}

const std::string& not_empty(const Argument& argument, const std::string& allowed) {
  if (argument.value.empty()) refuse(argument, "is empty", allowed);
  return argument.value;
}

}  // namespace resnet_bench
