#include "cli/layers_command.hpp"

#include "resnet_bench/error.hpp"

#include "cli/option_set.hpp"
#include "cli/run_checks.hpp"
#include "cli/run_options.hpp"

#include <optional>
#include <utility>

namespace resnet_bench {
namespace {

constexpr const char* about =
    "Measures the layers of a model alone, each pass with its caches hot, its weights cold and "
    "all\n"
    "of it cold, beside what it takes in the network; or the convolutions of a suite. Layers that "
    "do\n"
    "the same work are measured once.\n";

constexpr const char* examples =
    "Examples:\n"
    "  resnet_bench layers --model resnet50 --batch 32 --select 'stage2/*/conv2'\n"
    "  resnet_bench layers --suite convnet\n"
    "  resnet_bench layers --model resnet50 --repro stage2/block1/F/conv2\n"
    "  resnet_bench layers --model resnet50 --write-suite > resnet50.txt\n"
    "\n"
    "Exit status: 0 done; 1 failed on the way; 2 refused before it began; 130 interrupted.\n";

void add_subject(OptionSet& options, LayersOptions& layers) {
  options.group("Layers");
  options.value("--select", "PATTERN", "Of leaves whose path or module holds it; * and ? stand in",
                [&](const Argument& a) { layers.select = not_empty(a, "a part of a path"); });
  options.value("--suite", "NAME|FILE", "Convolutions of `list suites`, or lines of benchdnn",
                [&](const Argument& a) { layers.suite = not_empty(a, "a suite or a file"); });
  options.value("--network", "auto|measure|none",
                "Times in the network: of the newest run of the same plan in --db, else measured "
                "now (auto); measured now; none [auto]",
                [&](const Argument& a) {
                  layers.network = meaning_of<NetworkTimes>(a, {{"auto", NetworkTimes::automatic},
                                                                {"measure", NetworkTimes::measure},
                                                                {"none", NetworkTimes::none}});
                });
  options.value("--repro", "PATH",
                "Print how benchdnn, MIOpenDriver and PyTorch compute this convolution",
                [&](const Argument& a) { layers.repro = not_empty(a, "a convolution's path"); });
  options.flag("--write-suite", "Print the distinct convolutions of the model as a suite",
               [&](const Argument& a) { layers.write_suite = truth(a); });
  for (const char* option : {"--model", "--variant", "--image-size", "--classes", "--fusion",
                             "--network", "--learning-rate"}) {
    options.exclude("--suite", option, "do not go together: a suite is of no network");
  }
  options.exclude("--repro", "--write-suite", "print different things");
}

}  // namespace

CommandLine parse_layers(const std::vector<std::string>& arguments, const CliContext& context) {
  CommandLine result{.command = Command::layers};
  RunDraft draft;
  draft.batches.clear();
  OptionSet options("resnet_bench layers [OPTIONS]", about, examples, context.version);
  add_subject(options, result.layers);
  add_configuration_options(options, draft, context);
  options.group("How long");
  options.value("--max-seconds", "S", "Of measuring, the network included [120]",
                [&](const Argument& a) { draft.config.max_seconds = positive_number(a); });
  add_result_options(options, draft.output);
  add_roof_options(options, draft.config);
  add_verbosity_options(options, draft.output.verbosity);
  options.value("--seed", "N", "Of values and of the order in which things take turns [1]",
                [&](const Argument& a) { draft.config.seed = whole_number(a, 0); });
  if (std::optional<std::string> text = options.parse(arguments)) {
    result.command = Command::print;
    result.text = std::move(*text);
    return result;
  }
  if (!draft.batches.empty() && draft.batches.front() == largest_that_fits) {
    throw Refusal("--batch max is for run; allowed with layers: whole numbers from 1");
  }
  if (!draft.batches.empty()) result.layers.batch = draft.batches.front();
  if (draft.batches.empty()) draft.batches = {draft.config.batch};
  if (draft.models.size() > 1 || draft.batches.size() > 1) {
    throw Refusal("layers measures one model at one batch; allowed: one of --model and of --batch");
  }
  check_run(draft, context);
  draft.config.model = draft.models.front();
  draft.config.batch = draft.batches.front();
  result.configs = {draft.config};
  result.output = draft.output;
  return result;
}

}  // namespace resnet_bench
