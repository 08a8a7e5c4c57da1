#include "app/invoke.hpp"

#include <cstdio>
#include <exception>
#include <iostream>

#include "app/lists.hpp"
#include "app/prepared_run.hpp"
#include "app/run_configuration.hpp"
#include "app/standard_streams.hpp"
#include "app/version.hpp"
#include "benchmark/session.hpp"
#include "cli/command_line.hpp"
#include "cli/exit_status.hpp"
#include "cli/interrupt.hpp"
#include "cli/log.hpp"
#include "cli/progress.hpp"
#include "models/catalogue.hpp"
#include "report/load_report.hpp"
#include "report/print_report.hpp"
#include "resnet_bench/error.hpp"
#include "resnet_bench/host.hpp"
#include "store/file_checks.hpp"
#include "store/store.hpp"
#include "store/summary.hpp"

namespace resnet_bench {
namespace {

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

/// A file may not be written over another one, the database's runs least of all.
void check_files(const OutputOptions& output) {
  const std::string& db = output.db;
  const std::string& summary = output.summary;
  const std::string& tensors = output.dump_tensors;
  check_summary_path(summary);
  if (!tensors.empty()) refuse_unless_writable(FileRole::tensors, tensors);
  refuse_same_file(FileRole::database, db, FileRole::summary, summary);
  refuse_same_file(FileRole::database, db, FileRole::tensors, tensors);
  refuse_same_file(FileRole::summary, summary, FileRole::tensors, tensors);
}

/// Everything that can be refused is, for all configurations, before a file is touched.
void check_all(const CommandLine& line) {
  for (const BenchmarkConfig& config : line.configs) {
    const PreparedRun prepared(config);
    check_memory(prepared.network, prepared.plan);
  }
  check_files(line.output);
}

/// All configurations one after the other; their results, of the finished ones first, in `reports`.
RunEnd run_all(const CommandLine& line, const Invocation& invocation, Store& store,
               std::vector<Report>& reports) {
  const auto tell = [&] {
    reports.push_back(load_report(store.database(), store.run_id()));
    write_summary(store.database(), store.run_id(), line.output.summary);
  };
  for (const BenchmarkConfig& config : line.configs) {
    if (*invocation.interrupted) return RunEnd::interrupted;  // after the run before had ended
    RunEnd end = RunEnd::failed;
    const std::int64_t earlier_run = store.run_id();
    try {
      end = run_configuration(config, invocation, store);
    } catch (const std::exception&) {
      // What was measured is told all the same.
      try {
        if (store.run_id() != earlier_run) tell();
      } catch (const std::exception&) {
        // The same full disk, for example: why the run ended matters more.
      }
      throw;
    }
    tell();
    if (end == RunEnd::interrupted) return end;
  }
  return RunEnd::done;
}

int run(const CommandLine& line, Invocation invocation) {
  set_up_logging(line.output.verbosity);
  if (line.output.dry_run) {
    for (const BenchmarkConfig& config : line.configs) print_dry_run(config, std::cout);
    return exit_done;
  }
  check_all(line);
  Store store(line.output.db);
  const InterruptGuard interrupt;
  invocation.interrupted = &interrupt.interrupted();
  const auto progress = make_progress(std::cerr, stderr, line.output.verbosity < 0);
  invocation.progress = progress.get();
  std::vector<Report> reports;
  const auto print = [&] {
    print_results(reports, report_format(line.output.format), std::cout, std::cerr);
  };
  RunEnd end = RunEnd::failed;
  try {
    end = run_all(line, invocation, store, reports);
  } catch (const std::exception& error) {
    if (reports.empty()) throw;
    print();
    throw RunError(error.what());  // also a Refusal of a list's later one: something has run
  }
  print();
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
  secure_standard_streams();
  try {
    const int status = dispatch(argc, argv);
    finish_stdout();
    return status;
  } catch (const Refusal& refusal) {
    std::cerr << "resnet_bench: " << refusal.what() << '\n';
    return exit_refused;
  } catch (const std::exception& error) {
    std::cerr << "resnet_bench: " << error.what() << '\n';
    return exit_failed;
  }
}

}  // namespace resnet_bench
