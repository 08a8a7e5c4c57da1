#pragma once

#include "resnet_bench/records.hpp"

#include "cli/command_line.hpp"

#include <string>
#include <vector>

namespace resnet_bench {

/// `--rerun RUN`: repeats a stored run with its options, its seed and its number of threads.
/// `words` are the command line's, the program first. Returns the exit status. Throws Refusal where
/// there is no such run, or it cannot be repeated here.
int repeat_run(const CommandLine& line, const CliContext& context,
               const std::vector<std::string>& words);

/// Adds to run.warnings what differs from the run that it repeats though it should not: the plan,
/// the program's commit, libraries, where threads run.
void note_differences(const RunRecord& repeated, RunRecord& run);

}  // namespace resnet_bench
