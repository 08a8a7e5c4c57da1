#pragma once

namespace resnet_bench {

constexpr int exit_done = 0;
constexpr int exit_failed = 1;         ///< after the first iteration began
constexpr int exit_refused = 2;        ///< before it
constexpr int exit_regression = 3;     ///< compare: something is slower
constexpr int exit_undecided = 4;      ///< compare
constexpr int exit_interrupted = 130;  ///< 128 + SIGINT, as shells say it

}  // namespace resnet_bench
