#include "cli/run_command.hpp"

#include "cli/option_set.hpp"
#include "cli/run_checks.hpp"
#include "cli/run_options.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace resnet_bench {
namespace {

constexpr const char* about =
    "Trains or runs ResNets on synthetic data and says where the time went, layer by layer.\n"
    "\n"
    "Commands:\n"
    "  run                    Measure (may be left out); the options below are its own\n"
    "  list models|devices    What this build knows and this machine has\n"
    "  layers                 Layers alone, caches hot and cold, beside their times in the "
    "network\n"
    "  compare A B            Two runs, layer by layer: same, different or undecided\n"
    "  --rerun RUN            Repeat a run of the database, by id or uid\n";

constexpr const char* examples =
    "Examples:\n"
    "  resnet_bench --model resnet50 --batch 32\n"
    "  resnet_bench --model resnet18,resnet50 --batch 1,8,32 --mode infer --format md\n"
    "  resnet_bench --iterations 10 --label driver=555.42 --db runs.db --summary resnet50.tsv\n"
    "\n"
    "Exit status: 0 done; 1 failed on the way; 2 refused before it began; 130 interrupted.\n";

/// Models outside, batches inside.
std::vector<BenchmarkConfig> unfold(const RunDraft& draft) {
  std::vector<BenchmarkConfig> configs;
  for (const std::string& model : draft.models) {
    for (const std::int64_t batch : draft.batches) {
      BenchmarkConfig config = draft.config;
      config.model = model;
      config.batch = batch;
      configs.push_back(std::move(config));
    }
  }
  return configs;
}

}  // namespace

CommandLine parse_run(const std::vector<std::string>& arguments, const CliContext& context) {
  RunDraft draft;
  OptionSet options("resnet_bench [run] [OPTIONS]", about, examples, context.version);
  add_run_options(options, draft, context);

  CommandLine result;
  if (std::optional<std::string> text = options.parse(arguments)) {
    result.command = Command::print;
    result.text = std::move(*text);
    return result;
  }
  check_run(draft, context);
  result.configs = unfold(draft);
  result.output = draft.output;
  result.launches = draft.launches;
  result.as_launch = draft.as_launch;
  result.instances = draft.instances;
  result.as_instance = draft.as_instance;
  if (result.as_instance) {
    // The one who started us writes the summary; what the machine reaches is not measured while
    // others measure.
    result.output.summary = "/dev/null";
    for (BenchmarkConfig& config : result.configs) {
      config.roof = RoofChoice::none;
      config.instances = result.as_instance->of;
    }
  }
  if (result.as_launch) {
    const auto last = static_cast<std::int64_t>(result.configs.size()) - 1;
    const std::int64_t index = std::min(result.as_launch->configuration, last);
    result.configs = {result.configs[static_cast<std::size_t>(index)]};
  }
  return result;
}

}  // namespace resnet_bench
