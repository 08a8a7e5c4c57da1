#include "cli/run_checks.hpp"

#include "resnet_bench/error.hpp"

#include "cli/preset.hpp"

#include <algorithm>
#include <string>

namespace resnet_bench {
namespace {

void check_image_size(const RunDraft& draft, const CliContext& context) {
  for (const std::string& name : draft.models) {
    for (const ModelLimits& model : context.models) {
      if (model.name != name || draft.config.image_size >= model.total_stride) continue;
      throw Refusal("--image-size '" + std::to_string(draft.config.image_size) +
                    "' is too small for " + name + "; allowed: whole numbers from " +
                    std::to_string(model.total_stride) + " (the network's total stride)");
    }
  }
}

void check_fusion(const BenchmarkConfig& config) {
  if (config.fusion == FusionChoice::fold && config.mode == Mode::train) {
    throw Refusal(
        "--fusion fold needs --mode infer, for it freezes BatchNorm; allowed in training: auto, "
        "none, bn");
  }
}

void check_graph(const BenchmarkConfig& config) {
  if (!config.graph.value_or(false)) return;
  if (config.timing == TimingMode::sync) {
    throw Refusal("--graph on cannot wait after each layer, as --timing sync does; allowed: marks");
  }
  if (config.device == "cpu" || config.device == "reference") {
    throw Refusal("--graph on needs --device cuda; allowed on --device " + config.device + ": off");
  }
}

/// Threads are as many as processors are listed, unless more are asked for than those.
void check_pin(const BenchmarkConfig& config) {
  if (config.pin != Pin::list) return;
  const auto listed = static_cast<std::int64_t>(config.pin_list.size());
  if (config.device == "reference") {
    throw Refusal("--pin with a list needs --device cpu; allowed on --device reference: none");
  }
  if (config.threads > 0 && config.threads != listed) {
    throw Refusal("--pin lists " + std::to_string(listed) + " processors for --threads " +
                  std::to_string(config.threads) + "; allowed: as many, or no --threads");
  }
}

void check_instances(const RunDraft& draft) {
  if (draft.instances == 1) return;
  const std::size_t runs = draft.models.size() * draft.batches.size();
  if (runs > 1) {
    throw Refusal("--instances repeats one run side by side, but --model and --batch make " +
                  std::to_string(runs) + "; allowed: one model and one batch");
  }
  if (draft.config.pin == Pin::list) {
    throw Refusal("--instances gives each its own processors; allowed: --pin auto, none");
  }
  if (!draft.output.dump_tensors.empty()) {
    throw Refusal("--dump-tensors writes one run, but --instances makes " +
                  std::to_string(draft.instances) + "; allowed: one instance");
  }
}

/// Each process would find a number of its own.
void check_largest_batch(const RunDraft& draft) {
  const bool largest = std::find(draft.batches.begin(), draft.batches.end(), largest_that_fits) !=
                       draft.batches.end();
  if (!largest || (draft.launches == 1 && draft.instances == 1)) return;
  throw Refusal("--batch max is for one process; allowed with --launches and --instances: numbers");
}

void check_dump(const RunDraft& draft) {
  if (draft.output.dump_leaves && draft.output.dump_tensors.empty()) {
    throw Refusal("--dump-leaves needs a file; allowed: with --dump-tensors FILE");
  }
  if (!draft.output.dump_tensors.empty() && draft.launches > 1) {
    throw Refusal("--dump-tensors writes one run, but --launches makes " +
                  std::to_string(draft.launches) + "; allowed: one launch");
  }
  const std::size_t runs = draft.models.size() * draft.batches.size();
  if (!draft.output.dump_tensors.empty() && runs > 1) {
    throw Refusal("--dump-tensors writes one run, but --model and --batch make " +
                  std::to_string(runs) + "; allowed: one model and one batch");
  }
}

}  // namespace

void check_run(const RunDraft& draft, const CliContext& context) {
  check_preset(draft.config);
  check_image_size(draft, context);
  check_fusion(draft.config);
  check_graph(draft.config);
  check_pin(draft.config);
  check_instances(draft);
  check_largest_batch(draft);
  check_dump(draft);
}

}  // namespace resnet_bench
