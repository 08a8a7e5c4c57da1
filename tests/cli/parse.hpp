#pragma once

#include "cli/command_line.hpp"

#include <string>
#include <vector>

namespace resnet_bench {

/// A build with a few networks on a machine with eight processors.
inline CliContext small_context() {
  CliContext context;
  context.version = "resnet_bench 1.2.3";
  context.models = {{"cifar20", 4}, {"resnet18", 32}, {"resnet34", 32}, {"resnet50", 32}};
  context.max_threads = 8;
  context.processors = {0, 1, 2, 3, 8, 9, 10, 11};
  return context;
}

/// `words` are what follows the program's name.
inline CommandLine parse(const std::vector<std::string>& words) {
  std::vector<const char*> argv{"resnet_bench"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  return parse_command_line(static_cast<int>(argv.size()), argv.data(), small_context());
}

}  // namespace resnet_bench
