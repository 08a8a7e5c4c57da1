#pragma once

#include "resnet_bench/pass.hpp"

#include "models/conv_problem.hpp"

#include <string>

namespace resnet_bench {

/// How a convolution is to be computed elsewhere.
struct ReproducerSettings {
  std::string precision = "fp32";  ///< as --precision has it
  bool channels_last = false;      ///< NHWC instead of what the other program takes unasked
  bool training = true;
  std::string conv = "auto";  ///< as --conv has it
  int threads = 1;
};

/// One pass of a convolution as other programs are asked for it.
struct Reproducer {
  std::string benchdnn;  ///< of oneDNN: a command line
  std::string miopen;    ///< MIOpenDriver: a command line, or a comment that it has none
  std::string torch;     ///< PyTorch: a script for Python
};

/// Of Fwd, BwdData or BwdWeights. The command lines ask for times, and check results or not as the
/// other program does unasked.
Reproducer reproduce(const ConvProblem& problem, Pass pass, const ReproducerSettings& settings);

}  // namespace resnet_bench
