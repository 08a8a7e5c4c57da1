#pragma once

#include "cli/command_line.hpp"
#include "cli/run_options.hpp"

namespace resnet_bench {

/// What is allowed option by option but not together. Throws Refusal.
void check_run(const RunDraft& draft, const CliContext& context);

}  // namespace resnet_bench
