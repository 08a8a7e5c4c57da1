#include "cli/run_values.hpp"

#include "resnet_bench/error.hpp"
#include "resnet_bench/host.hpp"

#include "cli/text.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace resnet_bench {

std::vector<std::int64_t> batch_sizes(const Argument& list) {
  std::vector<std::int64_t> result;
  for (const Argument& entry : entries(list)) {
    result.push_back(entry.value == "max" ? largest_that_fits : whole_number(entry, 1));
  }
  return result;
}

std::string device_name(const Argument& argument) {
  const std::string prefix = "cuda:";
  if (argument.value.starts_with(prefix)) {
    const Argument index{argument.option + " " + prefix, argument.value.substr(prefix.size())};
    return prefix + std::to_string(whole_number(index, 0));
  }
  const std::vector<std::string> allowed{"auto", "cpu", "cuda", "cuda:I", "reference"};
  if (argument.value.starts_with("gpu")) {  // nearer to cpu than to what it means
    throw Refusal(argument.option + " " + in_quotes(argument.value) +
                  " is unknown; allowed: " + joined(allowed) + "; did you mean 'cuda'?");
  }
  return one_of(argument, allowed);
}

std::vector<int> processor_list(const Argument& argument, const std::vector<int>& allowed) {
  const std::string what = "auto, none or a list of " + number_list(allowed);
  const auto refuse = [&](const std::string& why) {
    throw Refusal(argument.option + " " + in_quotes(argument.value) + " " + why +
                  "; allowed: " + what);
  };
  const auto number = [&](const std::string& digits) {
    int value = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc() || stop != end || value < 0) refuse("is no list of processors");
    return value;
  };
  std::vector<int> processors;
  for (const Argument& entry : entries(argument)) {
    const std::size_t dash = entry.value.find('-');
    const int first = number(entry.value.substr(0, dash));
    const int last = dash == std::string::npos ? first : number(entry.value.substr(dash + 1));
    if (last < first) refuse("has the range " + in_quotes(entry.value) + ", which falls");
    for (int processor = first; processor <= last; ++processor) {
      if (std::find(allowed.begin(), allowed.end(), processor) == allowed.end()) {
        refuse("has processor " + std::to_string(processor) + ", which this process may not use");
      }
      if (std::find(processors.begin(), processors.end(), processor) != processors.end()) {
        refuse("has processor " + std::to_string(processor) + " twice");
      }
      processors.push_back(processor);
    }
  }
  return processors;
}

Launch launch(const Argument& list) {
  const std::vector<Argument> parts = entries(list);
  if (parts.size() != 4) throw Refusal("--as-launch is for the program's own use; see --launches");
  Launch result{.group = parts[0].value};
  result.of = whole_number(parts[2], 1);
  result.number = whole_number(parts[1], 1, result.of);
  result.configuration = whole_number(parts[3], 0);
  return result;
}

Instance instance(const Argument& list) {
  const std::vector<Argument> parts = entries(list);
  if (parts.size() != 3) {
    throw Refusal("--as-instance is for the program's own use; see --instances");
  }
  Instance result{.group = parts[0].value};
  result.of = whole_number(parts[2], 1);
  result.number = whole_number(parts[1], 1, result.of);
  return result;
}

std::int64_t raw_rows(const Argument& argument) {
  if (argument.value == "all") return std::numeric_limits<std::int64_t>::max();
  if (argument.value == "none") return 0;
  try {
    return whole_number(argument, 0);
  } catch (const Refusal& refusal) {
    throw Refusal(std::string(refusal.what()) + "; or all, or none");
  }
}

void add_label(const Argument& argument, std::map<std::string, std::string>& labels) {
  const std::size_t equals = argument.value.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw Refusal(argument.option + " " + in_quotes(argument.value) + " has no " +
                  (equals == 0 ? "key" : "'='") + "; allowed: KEY=VALUE");
  }
  const std::string key = argument.value.substr(0, equals);
  if (!labels.emplace(key, argument.value.substr(equals + 1)).second) {
    throw Refusal(argument.option + " gives the key " + in_quotes(key) + " twice; allowed: once");
  }
}

}  // namespace resnet_bench
