#include "cli/run_options.hpp"

#include "resnet_bench/error.hpp"

#include "cli/preset.hpp"
#include "cli/run_values.hpp"
#include "cli/text.hpp"

#include <algorithm>
#include <limits>

namespace resnet_bench {
namespace {

std::string or_else(const std::string& help, const std::string& default_value) {
  return help + " [" + default_value + "]";
}

std::string or_else(const std::string& help, std::int64_t default_value) {
  return or_else(help, std::to_string(default_value));
}

void add_what(OptionSet& options, RunDraft& draft, const CliContext& context) {
  BenchmarkConfig& config = draft.config;
  std::vector<std::string> names;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();  // pixels, of any network
  for (const ModelLimits& model : context.models) {
    names.push_back(model.name);
    least = std::min(least, model.total_stride);
  }
  options.group("What to run");
  // The first: what other options say is applied after it, and checked against it.
  options.value("--preset", "closed-1|open",
                or_else("closed-1: a yardstick, all that shapes the work is pinned", config.preset),
                [&](const Argument& a) { apply_preset(one_of(a, preset_names()), config); });
  options.value("--model", "NAME[,NAME...]", or_else(joined(names), config.model),
                [&draft, names](const Argument& list) {
                  draft.models.clear();
                  for (const Argument& name : entries(list)) {
                    draft.models.push_back(one_of(name, names));
                  }
                });
  options.value("--variant", "v1.5|v1",
                or_else("Stride in a block's 3x3 (v1.5) or first 1x1 (v1)", config.variant),
                [&](const Argument& a) {
                  config.variant = one_of(a, {"v1.5", "v1"});
                });
  options.value("--batch", "N[,N...]|max",
                or_else("Images in a batch; max: the most that fit the memory", config.batch),
                [&](const Argument& list) { draft.batches = batch_sizes(list); });
  options.value("--image-size", "N", or_else("Height and width in pixels", config.image_size),
                [&, least](const Argument& a) { config.image_size = whole_number(a, least); });
  options.value("--classes", "N", or_else("Outputs of the last layer", config.classes),
                [&](const Argument& a) { config.classes = whole_number(a, 1); });
  options.value(
      "--mode", "train|infer", or_else("With or without backward and update", "train"),
      [&](const Argument& a) {
        config.mode = meaning_of<Mode>(a, {{"train", Mode::train}, {"infer", Mode::infer}});
      });
  options.value("--learning-rate", "X", or_else("Of SGD in training", "0.1 x batch / 256"),
                [&](const Argument& a) { config.learning_rate = positive_number(a); });
}

void add_where(OptionSet& options, RunDraft& draft, const CliContext& context) {
  BenchmarkConfig& config = draft.config;
  options.group("Where");
  options.value("--device", "auto|cpu|cuda[:I]|reference",
                or_else("reference: naive loops, to check against", config.device),
                [&](const Argument& a) { config.device = device_name(a); });
  options.value("--threads", "N", or_else("Of the CPU", "the physical cores this process may use"),
                [&, most = context.max_threads](const Argument& a) {
                  config.threads = whole_number(a, 1, most, "processors this process may use");
                });
}

void add_placement(OptionSet& options, RunDraft& draft, const CliContext& context) {
  BenchmarkConfig& config = draft.config;
  options.value(
      "--pin", "auto|none|LIST",
      or_else("Processors of the threads, as 0-3,8; auto: one a core, where all are used", "auto"),
      [&, allowed = context.processors](const Argument& a) {
        config.pin_list.clear();
        config.pin = a.value == "auto" ? Pin::automatic : a.value == "none" ? Pin::none : Pin::list;
        if (config.pin == Pin::list) config.pin_list = processor_list(a, allowed);
      });
  options.value(
      "--numa", "local|interleave",
      or_else("Memory of the thread that touches it first, or of all nodes in turn", "local"),
      [&](const Argument& a) {
        config.interleave = meaning_of<bool>(a, {{"local", false}, {"interleave", true}});
      });
  options.value(
      "--instances", "N", or_else("Copies side by side, each on its own cores", draft.instances),
      [&](const Argument& a) { draft.instances = whole_number(a, 1, 1000, "a thousand"); });
}

void add_how(OptionSet& options, RunDraft& draft) {
  BenchmarkConfig& config = draft.config;
  options.group("How");
  options.value("--precision", "fp32|fp64|tf32|fp16|bf16",
                or_else("Of what the device has of them; 16 bits: with fp32 parameters", "fp32"),
                [&](const Argument& a) {
                  config.precision = meaning_of<Precision>(a, {{"fp32", Precision::fp32},
                                                               {"fp64", Precision::fp64},
                                                               {"tf32", Precision::tf32},
                                                               {"fp16", Precision::fp16},
                                                               {"bf16", Precision::bf16}});
                });
  options.value("--fusion", "auto|none|bn|fold",
                or_else("Layers made one; auto: bn trains, fold infers", "auto"),
                [&](const Argument& a) {
                  config.fusion = meaning_of<FusionChoice>(a, {{"auto", FusionChoice::automatic},
                                                               {"none", FusionChoice::none},
                                                               {"bn", FusionChoice::bn},
                                                               {"fold", FusionChoice::fold}});
                });
  options.value("--layout", "auto|nhwc|nchw|blocked",
                or_else("Of activations; auto: the device's own", config.layout),
                [&](const Argument& a) {
                  config.layout = one_of(a, {"auto", "nhwc", "nchw", "blocked"});
                });
  options.value(
      "--conv", "auto|library|NAME",
      or_else("Of convolutions; `list algorithms` names them", config.conv),
      [&](const Argument& a) { config.conv = not_empty(a, "auto, library, an algorithm's name"); });
}

void add_graph(OptionSet& options, RunDraft& draft) {
  options.value("--graph", "on|off",
                or_else("Iterations recorded as CUDA graphs and replayed", "on for cuda"),
                [&](const Argument& a) {
                  draft.config.graph = meaning_of<bool>(a, {{"on", true}, {"off", false}});
                });
}

void add_how_long(OptionSet& options, RunDraft& draft) {
  BenchmarkConfig& config = draft.config;
  options.group("How long");
  options.value("--iterations", "N",
                or_else("Plain iterations measured", "until the mean is known to 1 %"),
                [&](const Argument& a) { config.iterations = whole_number(a, 1); });
  options.value("--warmup", "N",
                or_else("Iterations before the first block", "until steady, 2 at least"),
                [&](const Argument& a) { config.warmup = whole_number(a, 0); });
  options.value("--max-seconds", "S", or_else("Of measuring", "120, without --iterations"),
                [&](const Argument& a) { config.max_seconds = positive_number(a); });
  options.value(
      "--launches", "K", or_else("Fresh processes that repeat it all", draft.launches),
      [&](const Argument& a) { draft.launches = whole_number(a, 1, 1000, "a thousand"); });
  options.exclude("--launches", "--instances", "both start processes");
}

/// Not in the help: what run_launches and run_instances give the processes that it starts.
void add_internal(OptionSet& options, RunDraft& draft) {
  options.group("");
  options.value("--as-launch", "GROUP,NUMBER,OF,CONFIGURATION", "",
                [&](const Argument& a) { draft.as_launch = launch(a); });
  options.value("--as-instance", "GROUP,NUMBER,OF", "",
                [&](const Argument& a) { draft.as_instance = instance(a); });
}

void add_soak(OptionSet& options, RunDraft& draft) {
  options.value("--soak", "MINUTES",
                "Measure that long and tell the speed of every minute, for boxes that heat up",
                [&](const Argument& a) { draft.config.soak_minutes = positive_number(a); });
  for (const char* other : {"--iterations", "--num_batches", "--max-seconds"}) {
    options.exclude("--soak", other, "say how long");
  }
}

void add_records(OptionSet& options, RunDraft& draft) {
  BenchmarkConfig& config = draft.config;
  options.value("--raw", "all|N|none",
                or_else("Rows of single steps kept in the database", config.raw_rows),
                [&](const Argument& a) { config.raw_rows = raw_rows(a); });
  add_roof_options(options, config);
  options.flag("--no-verify", "Do not check afterwards that every layer computed right",
               [&](const Argument& a) { config.verify = !truth(a); });
  options.repeatable("--label", "KEY=VALUE", "Stored with the run; may be repeated",
                     [&](const Argument& a) { add_label(a, config.labels); });
}

void add_testing(OptionSet& options, RunDraft& draft) {
  BenchmarkConfig& config = draft.config;
  OutputOptions& output = draft.output;
  options.group("Testing");
  options.value("--seed", "N", or_else("Of input and initial values", config.seed),
                [&](const Argument& a) { config.seed = whole_number(a, 0); });
  options.value("--data", "random|zeros", or_else("The input", "random"), [&](const Argument& a) {
    config.data =
        meaning_of<DataKind>(a, {{"random", DataKind::random}, {"zeros", DataKind::zeros}});
  });
  options.value("--batches", "K", or_else("Distinct batches that rotate", config.batches),
                [&](const Argument& a) { config.batches = whole_number(a, 1); });
  options.value("--init", "standard|random|separated",
                or_else("Initial values of BatchNorm", "standard"), [&](const Argument& a) {
                  config.init =
                      meaning_of<BatchNormInit>(a, {{"standard", BatchNormInit::standard},
                                                    {"random", BatchNormInit::random},
                                                    {"separated", BatchNormInit::separated}});
                });
  options.value("--timing", "marks|sync", or_else("Time stamps, or a device wait each", "marks"),
                [&](const Argument& a) {
                  config.timing = meaning_of<TimingMode>(
                      a, {{"marks", TimingMode::marks}, {"sync", TimingMode::sync}});
                });
  options.value(
      "--dump-tensors", "FILE", "Tensors of two training steps or one inference",
      [&](const Argument& a) { output.dump_tensors = not_empty(a, "the name of a file"); });
  options.flag("--dump-leaves", "Every layer's inputs and outputs too",
               [&](const Argument& a) { output.dump_leaves = truth(a); });
}

/// The flags of tf_cnn_benchmarks that mean the same here.
void add_tf_cnn_names(OptionSet& options, RunDraft& draft) {
  BenchmarkConfig& config = draft.config;
  options.group("Names of tf_cnn_benchmarks");
  options.value("--batch_size", "N", "As --batch",
                [&](const Argument& list) { draft.batches = batch_sizes(list); });
  options.value("--num_batches", "N", "As --iterations",
                [&](const Argument& a) { config.iterations = whole_number(a, 1); });
  options.value("--num_warmup_batches", "N", "As --warmup",
                [&](const Argument& a) { config.warmup = whole_number(a, 0); });
  options.flag("--forward_only", "As --mode infer",
               [&](const Argument& a) { config.mode = truth(a) ? Mode::infer : Mode::train; });
  options.value("--data_format", "NHWC|NCHW", "As --layout", [&](const Argument& a) {
    config.layout = meaning_of<const char*>(a, {{"NHWC", "nhwc"}, {"NCHW", "nchw"}});
  });
  options.value("--num_gpus", "0|1", "As --device cpu, --device cuda", [&](const Argument& a) {
    config.device =
        whole_number(a, 0, 1, "several devices cannot be used yet") == 0 ? "cpu" : "cuda";
  });
  const std::string reason = "mean the same";
  options.exclude("--batch_size", "--batch", reason);
  options.exclude("--num_batches", "--iterations", reason);
  options.exclude("--num_warmup_batches", "--warmup", reason);
  options.exclude("--forward_only", "--mode", reason);
  options.exclude("--data_format", "--layout", reason);
  options.exclude("--num_gpus", "--device", reason);
}

}  // namespace

void add_configuration_options(OptionSet& options, RunDraft& draft, const CliContext& context) {
  add_what(options, draft, context);
  add_where(options, draft, context);
  add_how(options, draft);
}

void add_roof_options(OptionSet& options, BenchmarkConfig& config) {
  options.flag("--recalibrate", "Measure anew what the machine reaches, for the roofline",
               [&](const Argument& a) {
                 config.roof = truth(a) ? RoofChoice::measure : RoofChoice::automatic;
               });
  options.flag("--no-roof", "No roofline: nothing is measured for it", [&](const Argument& a) {
    config.roof = truth(a) ? RoofChoice::none : RoofChoice::automatic;
  });
  options.exclude("--recalibrate", "--no-roof", "are opposites");
}

void add_verbosity_options(OptionSet& options, int& verbosity) {
  options.repeatable_flag("-v,--verbose", "Say more on stderr; -vv: still more",
                          [&](const Argument& a) { verbosity += truth(a) ? 1 : 0; });
  options.flag("-q,--quiet", "Say only warnings and errors on stderr",
               [&](const Argument& a) { verbosity -= truth(a) ? 1 : 0; });
  options.exclude("--verbose", "--quiet", "are opposites");
}

void add_result_options(OptionSet& options, OutputOptions& output) {
  options.group("Output");
  options.value("--format", "table|csv|json|md|tsv", or_else("Of the results on stdout", "table"),
                [&](const Argument& a) {
                  output.format = meaning_of<OutputFormat>(a, {{"table", OutputFormat::table},
                                                               {"csv", OutputFormat::csv},
                                                               {"json", OutputFormat::json},
                                                               {"md", OutputFormat::md},
                                                               {"tsv", OutputFormat::tsv}});
                });
  options.value("--db", "FILE", or_else("SQLite database, added to", output.db),
                [&](const Argument& a) { output.db = not_empty(a, "the name of a file"); });
}

void add_output_options(OptionSet& options, OutputOptions& output) {
  add_result_options(options, output);
  options.value("--summary", "FILE", or_else("Time by module, written anew", output.summary),
                [&](const Argument& a) { output.summary = not_empty(a, "the name of a file"); });
  options.flag("--dry-run", "Print the plan: layers, sizes, memory; run nothing",
               [&](const Argument& a) { output.dry_run = truth(a); });
  add_verbosity_options(options, output.verbosity);
}

void add_run_options(OptionSet& options, RunDraft& draft, const CliContext& context) {
  add_what(options, draft, context);
  add_where(options, draft, context);
  add_placement(options, draft, context);
  add_how(options, draft);
  add_graph(options, draft);
  add_how_long(options, draft);
  add_soak(options, draft);
  add_output_options(options, draft.output);
  add_records(options, draft);
  add_testing(options, draft);
  add_tf_cnn_names(options, draft);
  add_internal(options, draft);
}

}  // namespace resnet_bench
