#include "app/run_list.hpp"

#include "resnet_bench/error.hpp"

#include "app/check_list.hpp"
#include "app/print_reports.hpp"
#include "cli/exit_status.hpp"
#include "cli/interrupt.hpp"
#include "cli/log.hpp"
#include "cli/progress.hpp"
#include "report/load_report.hpp"
#include "store/store.hpp"
#include "store/summary.hpp"

#include <cstdio>
#include <exception>
#include <iostream>

namespace resnet_bench {
namespace {

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

}  // namespace

int run_list(const CommandLine& line, Invocation invocation) {
  set_up_logging(line.output.verbosity);
  if (line.output.dry_run) {
    for (const BenchmarkConfig& config : line.configs) {
      print_dry_run(config, line.output.db, std::cout);
    }
    return exit_done;
  }
  check_list(line);
  Store store(line.output.db);
  const InterruptGuard interrupt;
  invocation.interrupted = &interrupt.interrupted();
  const auto progress = make_progress(std::cerr, stderr, line.output.verbosity < 0);
  invocation.progress = progress.get();
  std::vector<Report> reports;
  const auto print = [&] { print_reports(reports, line.output.format); };
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

}  // namespace resnet_bench
