#include "app/invoke.hpp"

#include <cstdio>
#include <exception>
#include <iostream>

#include "app/lists.hpp"
#include "app/prepared_run.hpp"
#include "app/run_configuration.hpp"
#include "app/version.hpp"
#include "benchmark/session.hpp"
#include "cli/command_line.hpp"
#include "cli/interrupt.hpp"
#include "cli/log.hpp"
#include "cli/progress.hpp"
#include "models/catalogue.hpp"
#include "report/load_report.hpp"
#include "report/print_report.hpp"
#include "resnet_bench/error.hpp"
#include "resnet_bench/host.hpp"
#include "store/store.hpp"
#include "store/summary.hpp"

namespace resnet_bench {
namespace {

constexpr int exit_done = 0;
constexpr int exit_failed = 1;
constexpr int exit_refused = 2;
constexpr int exit_interrupted = 130;

CliContext cli_context() {
  std::string version = program_version;
  if (*program_commit != '\0') version.append(" ").append(program_commit);
  version.append(layer_timing ? ", LAYER_TIMING=1" : ", LAYER_TIMING=0");
  CliContext context{.version = version, .max_threads = usable_processors().threads};
  for (const ModelInfo& model : model_catalogue()) {
    context.models.push_back({model.name, model.least_image_size});
  }
  return context;
}

std::string join(int argc, const char* const* argv) {
  std::string line;
  for (int i = 0; i < argc; ++i) {
    if (i > 0) line += ' ';
    line += argv[i];
  }
  return line;
}

ReportFormat report_format(OutputFormat format) {
  switch (format) {
    case OutputFormat::table: return ReportFormat::table;
    case OutputFormat::csv: return ReportFormat::csv;
    case OutputFormat::json: return ReportFormat::json;
    case OutputFormat::md: return ReportFormat::md;
    case OutputFormat::tsv: return ReportFormat::tsv;
  }
  return ReportFormat::table;
}

/// Everything that can be refused is, for all configurations, before the first one runs.
void check_all(const std::vector<BenchmarkConfig>& configs) {
  for (const BenchmarkConfig& config : configs) {
    const PreparedRun prepared(config);
    check_memory(prepared.network, prepared.plan);
  }
}

int run(const CommandLine& line, Invocation invocation) {
  set_up_logging(line.output.verbosity);
  if (line.output.dry_run) {
    for (const BenchmarkConfig& config : line.configs) print_dry_run(config, std::cout);
    return exit_done;
  }
  check_all(line.configs);
  check_summary_path(line.output.summary);
  Store store(line.output.db);
  const InterruptGuard interrupt;
  invocation.interrupted = &interrupt.interrupted();
  const auto progress = make_progress(std::cerr, stderr, line.output.verbosity < 0);
  invocation.progress = progress.get();
  std::vector<Report> reports;
  RunEnd end = RunEnd::done;
  for (const BenchmarkConfig& config : line.configs) {
    try {
      end = run_configuration(config, invocation, store);
    } catch (const RunError&) {
      // What was measured before is told all the same.
      write_summary(store.database(), store.run_id(), line.output.summary);
      reports.push_back(load_report(store.database(), store.run_id()));
      print_results(reports, report_format(line.output.format), std::cout, std::cerr);
      throw;
    }
    write_summary(store.database(), store.run_id(), line.output.summary);
    reports.push_back(load_report(store.database(), store.run_id()));
    if (end == RunEnd::interrupted) break;
  }
  print_results(reports, report_format(line.output.format), std::cout, std::cerr);
  return end == RunEnd::interrupted ? exit_interrupted : exit_done;
}

int dispatch(int argc, const char* const* argv) {
  const CommandLine line = parse_command_line(argc, argv, cli_context());
  switch (line.command) {
    case Command::print: std::cout << line.text; return exit_done;
    case Command::list_models: print_models(std::cout); return exit_done;
    case Command::list_devices: print_devices(std::cout); return exit_done;
    case Command::run: break;
  }
  return run(line, {.command_line = join(argc, argv),
                    .version = program_version,
                    .commit = program_commit,
                    .output = line.output});
}

}  // namespace

int invoke(int argc, const char* const* argv) {
  try {
    return dispatch(argc, argv);
  } catch (const Refusal& refusal) {
    std::cerr << "resnet_bench: " << refusal.what() << '\n';
    return exit_refused;
  } catch (const std::exception& error) {
    std::cerr << "resnet_bench: " << error.what() << '\n';
    return exit_failed;
  }
}

}  // namespace resnet_bench
