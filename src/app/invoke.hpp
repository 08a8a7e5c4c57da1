#pragma once

namespace resnet_bench {

/// The program: parses, runs, prints. Returns the exit status; errors are told in one line on
/// stderr. 0: done; 1: failed after the first iteration began; 2: refused before it;
/// 130: interrupted, finished iterations kept.
int invoke(int argc, const char* const* argv);

}  // namespace resnet_bench
