#pragma once

#include "resnet_bench/records.hpp"

#include "benchmark/config.hpp"
#include "benchmark/progress.hpp"
#include "cli/command_line.hpp"

#include <atomic>

namespace resnet_bench {

class Store;

/// What all runs of one invocation share.
struct Invocation {
  std::string program;  ///< as it was called
  std::string command_line;
  std::vector<std::string> arguments;  ///< its words, without the program's
  std::string version;
  std::string commit;
  OutputOptions output;
  std::optional<RunRecord> repeats;  ///< of --rerun
  std::optional<Instance> instance;  ///< of --instances; absent: a run alone
  std::optional<Launch> launch;      ///< of --launches; absent: a run alone
  Progress* progress = nullptr;
  const std::atomic<bool>* interrupted = nullptr;
};

/// One configuration end to end: backend, network, plan, session, measuring, rows. Throws Refusal
/// before anything runs, RunError after. The run's rows are in the store, its id is
/// store.run_id().
RunEnd run_configuration(const BenchmarkConfig& config, const Invocation& invocation, Store& store);

/// Plans a configuration and prints the plan: nothing is allocated, written or run. What runs
/// before measured is read from the database, where there is one.
void print_dry_run(const BenchmarkConfig& config, const std::string& db, std::ostream& out);

}  // namespace resnet_bench
