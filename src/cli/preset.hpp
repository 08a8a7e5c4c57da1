#pragma once

#include "benchmark/config.hpp"

#include <string>
#include <vector>

namespace resnet_bench {

/// Presets that a run may name: "open", which pins nothing, and frozen ones. What a frozen preset
/// pins never changes; another choice is another name.
std::vector<std::string> preset_names();

/// Gives `config` what the preset pins. Options are applied after it, so that check_preset sees
/// what they say against it.
void apply_preset(const std::string& name, BenchmarkConfig& config);

/// Throws Refusal where an option says something else than config.preset pins.
void check_preset(const BenchmarkConfig& config);

}  // namespace resnet_bench
