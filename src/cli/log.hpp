#pragma once

#include <spdlog/logger.h>
#include <spdlog/sinks/sink.h>

#include <memory>

namespace resnet_bench {

/// The logger of the program: to stderr, since stdout is for results. `verbosity` -1: warnings and
/// errors; 0: what a user wants to know; 1: debug; 2: trace, both with the time of day.
/// `on_terminal`: a progress bar may be on the line; each message clears it first.
std::shared_ptr<spdlog::logger> make_logger(int verbosity, bool on_terminal, spdlog::sink_ptr sink);

/// The same on stderr, made spdlog's default.
void set_up_logging(int verbosity);

}  // namespace resnet_bench
