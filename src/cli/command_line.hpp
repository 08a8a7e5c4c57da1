#pragma once

#include "benchmark/config.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace resnet_bench {

enum class Command {
  run,
  rerun,
  layers,
  list_models,
  list_devices,
  list_algorithms,
  list_suites,
  compare,
  print
};

enum class OutputFormat { table, csv, json, md, tsv };

/// What a run leaves, where, and how much it says meanwhile.
struct OutputOptions {
  std::string db = "resnet_bench.db";
  std::string summary = "summary.tsv";
  OutputFormat format = OutputFormat::table;
  std::string dump_tensors;  ///< path of a safetensors file; empty: none
  bool dump_leaves = false;
  bool dry_run = false;  ///< print the plan only
  int verbosity = 0;     ///< -1: warnings and errors only; 1, 2: more and more
};

/// A process that the program starts for `--launches`: one launch of one configuration.
struct Launch {
  std::string group;  ///< names the launches of one configuration
  std::int64_t number = 1;
  std::int64_t of = 1;
  std::int64_t configuration = 0;  ///< index into CommandLine::configs
};

/// A process that the program starts for `--instances`: one of several that run side by side.
struct Instance {
  std::string group;  ///< names them together
  std::int64_t number = 1;
  std::int64_t of = 1;
};

/// Two groups of runs in one database.
struct CompareOptions {
  std::vector<std::int64_t> a;  ///< run ids
  std::vector<std::int64_t> b;
  std::string db = "resnet_bench.db";
  OutputFormat format = OutputFormat::table;  ///< or tsv
  double margin = 0.01;                       ///< within which times are the same
  bool paired = false;                        ///< runs of A and B took turns
  bool any_workload = false;                  ///< also of runs that compute different things
};

/// Where `layers` takes times in the network from.
enum class NetworkTimes {
  automatic,  ///< the newest run of the same plan in the database, else one measured in this call
  measure,    ///< one measured in this call
  none,
};

/// What `layers` measures, of configs.front().
struct LayersOptions {
  std::string select;                 ///< pattern of paths and modules; empty: all
  std::string suite;                  ///< name or file; empty: the leaves of a model
  std::optional<std::int64_t> batch;  ///< as given; absent: a suite's problems have their own
  std::string repro;                  ///< print how to repeat this convolution elsewhere instead
  bool write_suite = false;           ///< print the model's convolutions as a suite instead
  NetworkTimes network = NetworkTimes::automatic;
};

/// A command line, understood and checked.
struct CommandLine {
  Command command = Command::run;
  std::string text;                      ///< print: the text for stdout (help, version)
  std::vector<BenchmarkConfig> configs;  ///< run: one after the other
  OutputOptions output;
  CompareOptions compare;
  LayersOptions layers;
  std::string rerun;                ///< rerun: id or uid of the run to repeat, in output.db
  std::int64_t launches = 1;        ///< processes that repeat each configuration
  std::optional<Launch> as_launch;  ///< what this process is started for
  std::int64_t instances = 1;       ///< processes side by side
  std::optional<Instance> as_instance;
};

struct ModelLimits {
  std::string name;
  std::int64_t total_stride = 1;  ///< no image may be smaller
};

/// What the command line is checked against; facts of this build and this machine.
struct CliContext {
  std::string version;                ///< what --version prints
  std::vector<ModelLimits> models;    ///< never empty
  std::int64_t max_threads = 1;       ///< the processors this process may use at once
  std::vector<int> processors = {0};  ///< those it may use, by number
};

/// Touches no file. Throws Refusal, whose text is one line, for anything that is not allowed.
CommandLine parse_command_line(int argc, const char* const* argv, const CliContext& context);

}  // namespace resnet_bench
