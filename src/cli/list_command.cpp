#include "cli/list_command.hpp"

#include "resnet_bench/error.hpp"

#include "cli/option_set.hpp"

#include <optional>
#include <utility>

namespace resnet_bench {

CommandLine parse_list(const std::vector<std::string>& arguments, const CliContext& context) {
  std::optional<Command> what;
  OptionSet options("resnet_bench list models|devices|algorithms|suites",
                    "Lists what this build knows and this machine has.\n", "", context.version);
  options.positional("what", "models, devices, algorithms or suites", [&](const Argument& word) {
    what = meaning_of<Command>({"list", word.value}, {{"models", Command::list_models},
                                                      {"devices", Command::list_devices},
                                                      {"algorithms", Command::list_algorithms},
                                                      {"suites", Command::list_suites}});
  });

  CommandLine result;
  if (std::optional<std::string> text = options.parse(arguments)) {
    result.command = Command::print;
    result.text = std::move(*text);
  } else if (what) {
    result.command = *what;
  } else {
    throw Refusal("list needs to know what; allowed: models, devices, algorithms, suites");
  }
  return result;
}

}  // namespace resnet_bench
