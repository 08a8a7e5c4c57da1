#include "app/invoke.hpp"

#include "resnet_bench/error.hpp"
#include "resnet_bench/host.hpp"
#include "resnet_bench/timing.hpp"

#include "app/lists.hpp"
#include "app/run_list.hpp"
#include "app/standard_streams.hpp"
#include "app/version.hpp"
#include "cli/command_line.hpp"
#include "cli/exit_status.hpp"
#include "models/catalogue.hpp"

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

std::string join(int argc, const char* const* argv) {
  std::string line;
  for (int i = 0; i < argc; ++i) {
    if (i > 0) line += ' ';
    line += argv[i];
  }
  return line;
}

int dispatch(int argc, const char* const* argv) {
  const CommandLine line = parse_command_line(argc, argv, cli_context());
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
    case Command::run:
      break;
  }
  return run_list(line, {.command_line = join(argc, argv),
                         .arguments = {argv + 1, argv + argc},
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
