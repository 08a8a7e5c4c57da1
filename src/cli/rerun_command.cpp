#include "cli/rerun_command.hpp"

#include "cli/option_set.hpp"
#include "cli/run_options.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace resnet_bench {

bool asks_for_rerun(const std::vector<std::string>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
    return argument == "--rerun" || argument.starts_with("--rerun=");
  });
}

CommandLine parse_rerun(const std::vector<std::string>& arguments, const CliContext& context) {
  CommandLine result;
  OptionSet options("resnet_bench --rerun RUN [OPTIONS]",
                    "Repeats a run of the database with its options, seed and threads.\n", "",
                    context.version);
  options.value("--rerun", "RUN", "The run to repeat: its id or uid, in --db",
                [&](const Argument& a) { result.rerun = not_empty(a, "the id or uid of a run"); });
  add_output_options(options, result.output);

  std::vector<std::string> words = arguments;
  if (!words.empty() && words.front() == "run") words.erase(words.begin());
  if (std::optional<std::string> text = options.parse(words)) {
    result.command = Command::print;
    result.text = std::move(*text);
    return result;
  }
  result.command = Command::rerun;
  return result;
}

}  // namespace resnet_bench
