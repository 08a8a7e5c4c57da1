#pragma once

#include "benchmark/config.hpp"
#include "cli/command_line.hpp"
#include "cli/option_set.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace resnet_bench {

/// A run as the options fill it in, before its lists unfold into configurations.
struct RunDraft {
  BenchmarkConfig config;  ///< what all configurations share; defaults until an option says more
  std::vector<std::string> models{config.model};
  std::vector<std::int64_t> batches{config.batch};
  OutputOptions output;
  std::int64_t launches = 1;
  std::optional<Launch> as_launch;
  std::int64_t instances = 1;
  std::optional<Instance> as_instance;
};

// Parts of the list below, for commands that share them. When parsed, they write to what they are
// given, which must outlive `options`.

/// What is computed, on what and how: models, batches, device, precision, layout, ...
void add_configuration_options(OptionSet& options, RunDraft& draft, const CliContext& context);
/// --recalibrate, --no-roof
void add_roof_options(OptionSet& options, BenchmarkConfig& config);
/// --verbose, --quiet
void add_verbosity_options(OptionSet& options, int& verbosity);
/// --format, --db
void add_result_options(OptionSet& options, OutputOptions& output);

/// Those that say where results go and how much is said meanwhile. When parsed, they write to
/// `output`, which must outlive `options`.
void add_output_options(OptionSet& options, OutputOptions& output);

/// The one list of the options of `run`: names, meanings, defaults, headings in the help. When
/// parsed, they write to `draft`, which must outlive `options`.
void add_run_options(OptionSet& options, RunDraft& draft, const CliContext& context);

}  // namespace resnet_bench
