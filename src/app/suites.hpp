#pragma once

#include "benchmark/config.hpp"
#include "cli/command_line.hpp"
#include "models/suite.hpp"

#include <iosfwd>

namespace resnet_bench {

/// By its name, that of a model (its distinct convolutions), or from a file. `batch` goes before
/// what its problems say. Throws Refusal.
Suite find_suite(const std::string& name, std::optional<std::int64_t> batch);

/// `layers --write-suite`: the distinct convolutions of a configuration's model.
void print_suite(const BenchmarkConfig& config, std::ostream& out);

/// `layers --repro PATH`: a convolution of a model, by its path in the unfused network with or
/// without the model's name, or of a suite, by its name. Throws Refusal where there is none.
void print_reproducers(const LayersOptions& layers, const BenchmarkConfig& config,
                       std::ostream& out);

}  // namespace resnet_bench
