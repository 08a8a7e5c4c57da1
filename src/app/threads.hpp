#pragma once

#include "resnet_bench/backend.hpp"

#include "benchmark/config.hpp"

#include <string>

namespace resnet_bench {

/// Binds the backend's threads and spreads its memory as asked for; says what was done, "" for
/// nothing. Throws Refusal where what was asked for by name cannot be done.
std::string place_threads(const BenchmarkConfig& config, Backend& backend);

}  // namespace resnet_bench
