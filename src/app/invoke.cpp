#include "app/invoke.hpp"

#include "resnet_bench/error.hpp"
#include "resnet_bench/host.hpp"
#include "resnet_bench/timing.hpp"

#include "app/compare_runs.hpp"
#include "app/largest_batch.hpp"
#include "app/lists.hpp"
#include "app/rerun.hpp"
#include "app/run_instances.hpp"
#include "app/run_launches.hpp"
#include "app/run_layers.hpp"
#include "app/run_list.hpp"
#include "app/standard_streams.hpp"
#include "app/version.hpp"
#include "cli/command_line.hpp"
#include "cli/exit_status.hpp"
#include "models/catalogue.hpp"

#include <algorithm>
#include <exception>
#include <iostream>

namespace resnet_bench {
namespace {

CliContext cli_context() {
  std::string version = program_version;
  if (*program_commit != '\0') version.append(" ").append(program_commit);
  version.append(layer_timing ? ", LAYER_TIMING=1" : ", LAYER_TIMING=0");
  CliContext context{.version = version,
                     .max_threads = usable_processors().threads,
                     .processors = allowed_processors()};
  for (const ModelInfo& model : model_catalogue()) {
    context.models.push_back({model.name, model.least_image_size});
  }
  return context;
}

std::string join(const std::string& program, const std::vector<std::string>& arguments) {
  std::string line = program;
  for (const std::string& argument : arguments) line.append(" ").append(argument);
  return line;
}

int dispatch(int argc, const char* const* argv) {
  CommandLine line = parse_command_line(argc, argv, cli_context());
  switch (line.command) {
    case Command::print:
      std::cout << line.text;
      return exit_done;
    case Command::list_models:
      print_models(std::cout);
      return exit_done;
    case Command::list_devices:
      print_devices(std::cout);
      return exit_done;
    case Command::list_algorithms:
      print_algorithms(std::cout);
      return exit_done;
    case Command::list_suites:
      print_suites(std::cout);
      return exit_done;
    case Command::compare:
      return compare_runs(line.compare, std::cout);
    case Command::rerun:
      return repeat_run(line, cli_context(), {argv, argv + argc});
    case Command::layers:
    case Command::run:
      break;
  }
  for (BenchmarkConfig& config : line.configs) find_batch(config);
  const std::vector<std::string> arguments =
      users_arguments(line, {argv + 1, argv + std::max(argc, 1)});
  const Invocation invocation{.program = argv[0],
                              .command_line = join(argv[0], arguments),
                              .arguments = arguments,
                              .version = program_version,
                              .commit = program_commit,
                              .output = line.output,
                              .instance = line.as_instance,
                              .launch = line.as_launch};
  if (line.command == Command::layers) return layers_alone(line, invocation, std::cout);
  const bool starts_instances = line.instances > 1 && !line.as_instance && !line.output.dry_run;
  if (starts_instances) return run_instances(line, invocation);
  const bool starts_launches = line.launches > 1 && !line.as_launch && !line.output.dry_run;
  return starts_launches ? run_launches(line, invocation) : run_list(line, invocation);
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
