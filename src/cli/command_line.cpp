#include "cli/command_line.hpp"

#include "resnet_bench/error.hpp"

#include "cli/compare_command.hpp"
#include "cli/layers_command.hpp"
#include "cli/list_command.hpp"
#include "cli/nearest.hpp"
#include "cli/rerun_command.hpp"
#include "cli/run_command.hpp"
#include "cli/text.hpp"

namespace resnet_bench {
namespace {

/// The database, the tables and SQLite's file names are UTF-8, and all of it may end up in them.
void check_encoding(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (!is_utf8(argument)) {
      throw Refusal("argument " + in_quotes(argument) + " is not valid text; allowed: UTF-8");
    }
  }
}

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv, const CliContext& context) {
  std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  check_encoding(arguments);

  if (asks_for_rerun(arguments)) return parse_rerun(arguments, context);
  // `run` may be left out: a line that starts with an option is a run.
  if (arguments.empty() || arguments.front().starts_with('-')) return parse_run(arguments, context);
  const std::string command = arguments.front();
  arguments.erase(arguments.begin());
  if (command == "run") return parse_run(arguments, context);
  if (command == "list") return parse_list(arguments, context);
  if (command == "layers") return parse_layers(arguments, context);
  if (command == "compare") return parse_compare(arguments, context);
  throw Refusal(
      "unknown command " + in_quotes(command) +
      "; allowed: run, list, layers, compare; did you mean " +
      in_quotes(nearest(command, {"run", "list", "layers", "compare", "--help", "--version"})) +
      "?");
}

}  // namespace resnet_bench
