#pragma once

#include "cli/command_line.hpp"
#include "cli/values.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace resnet_bench {

// Values of `run` that are more than a number or one of a few words. All throw Refusal.

std::vector<std::int64_t> batch_sizes(const Argument& list);

/// auto, cpu, reference, cuda or cuda:I. Whether the device is there is not looked at.
std::string device_name(const Argument& argument);

/// "0-3,8": each once, all among `allowed`; in the order written.
std::vector<int> processor_list(const Argument& argument, const std::vector<int>& allowed);

/// How many: all, N or none.
std::int64_t raw_rows(const Argument& argument);

/// KEY=VALUE, added to `labels`. A key is given once.
void add_label(const Argument& argument, std::map<std::string, std::string>& labels);

/// "GROUP,NUMBER,OF,CONFIGURATION"
Launch launch(const Argument& list);

/// What --as-instance has: GROUP,NUMBER,OF.
Instance instance(const Argument& list);

}  // namespace resnet_bench
