#include "app/rerun.hpp"

#include "resnet_bench/error.hpp"

#include "app/run_list.hpp"
#include "app/version.hpp"
#include "store/record_rows.hpp"
#include "store/store.hpp"

#include <spdlog/spdlog.h>

#include <filesystem>
#include <vector>

namespace resnet_bench {
namespace {

RunRecord stored_run(const CommandLine& line) {
  const std::string& db = line.output.db;
  if (!std::filesystem::exists(db)) {
    throw Refusal("--rerun '" + line.rerun + "': there is no database '" + db +
                  "'; give another by --db");
  }
  Store store(db);
  Statement find(store.database(), "SELECT id FROM run WHERE CAST(id AS TEXT) = ?1 OR uid = ?1");
  find.bind(1, line.rerun);
  if (!find.step()) {
    throw Refusal("--rerun '" + line.rerun + "' is no run of '" + db +
                  "'; allowed: an id or uid of its table run");
  }
  return read_rows<RunRecord>(store.database(), find.int64(0), "id").front();
}

/// The run's own options, understood again; of lists, the configuration that was this run's.
CommandLine understood(const RunRecord& run, const CommandLine& asked, const CliContext& context) {
  std::vector<const char*> argv = {"resnet_bench"};
  for (const std::string& argument : run.arguments) argv.push_back(argument.c_str());
  CommandLine line = parse_command_line(static_cast<int>(argv.size()), argv.data(), context);
  for (BenchmarkConfig& config : line.configs) {
    if (config.batch == largest_that_fits) config.batch = run.batch;  // as it was then
  }
  std::erase_if(line.configs, [&](const BenchmarkConfig& config) {
    return config.model != run.model || config.batch != run.batch;
  });
  if (line.configs.empty()) {
    throw Refusal("its options do not lead to " + run.model + " at batch " +
                  std::to_string(run.batch));
  }
  line.configs.resize(1);
  BenchmarkConfig& config = line.configs.front();
  if (run.threads > context.max_threads) {
    throw Refusal("it had " + std::to_string(run.threads) + " threads, and this process may use " +
                  std::to_string(context.max_threads) + " processors");
  }
  config.threads = run.threads;
  config.seed = run.seed;
  line.output = asked.output;
  line.launches = 1;
  return line;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : " ").append(word);
  return text;
}

}  // namespace

int repeat_run(const CommandLine& line, const CliContext& context,
               const std::vector<std::string>& words) {
  RunRecord run = stored_run(line);
  if (run.arguments.empty() && run.command_line.find(' ') != std::string::npos) {
    throw Refusal("--rerun '" + line.rerun +
                  "': the run was stored by a version that did not keep its options one by one");
  }
  CommandLine again;
  try {
    again = understood(run, line, context);
  } catch (const Refusal& refusal) {
    throw Refusal("run '" + line.rerun + "' cannot be repeated here: " + refusal.what());
  }
  return run_list(again, {.program = words.front(),
                          .command_line = joined(words),
                          .arguments = run.arguments,
                          .version = program_version,
                          .commit = program_commit,
                          .output = line.output,
                          .repeats = run});
}

void note_differences(const RunRecord& repeated, RunRecord& run) {
  std::string differing;
  const auto compare = [&](const char* name, const auto& then, const auto& now) {
    if (then != now) differing.append(differing.empty() ? "" : ", ").append(name);
  };
  compare("plan", repeated.plan_hash, run.plan_hash);
  compare("commit", repeated.commit, run.commit);
  compare("libraries", repeated.libraries, run.libraries);
  compare("device", repeated.device_model, run.device_model);
  compare("host", repeated.host, run.host);
  compare("pinning", repeated.pinning, run.pinning);
  compare("environment", repeated.environment, run.environment);
  compare("build", repeated.build, run.build);
  if (differing.empty()) return;
  const std::string text = "differs from the run it repeats, " + repeated.uid + ", in " + differing;
  spdlog::warn("{}", text);
  run.warnings.append(run.warnings.empty() ? "" : "; ").append(text);
}

}  // namespace resnet_bench
