#pragma once

#include "app/run_configuration.hpp"
#include "cli/command_line.hpp"

namespace resnet_bench {

/// `--launches K`: every configuration K times, each time in a process of its own, for one process
/// is one draw of addresses, pages and whatever else is settled when it starts. Launches of several
/// configurations take turns. Prints the results at the end; of formats for people, those of each
/// configuration's last launch, which say how far the launches differ. Returns the exit status: the
/// first launch's that did not end well.
int run_launches(const CommandLine& line, const Invocation& invocation);

/// Of the arguments that a launch or an instance was started with, those that the user gave.
std::vector<std::string> users_arguments(const CommandLine& line,
                                         std::vector<std::string> arguments);

}  // namespace resnet_bench
