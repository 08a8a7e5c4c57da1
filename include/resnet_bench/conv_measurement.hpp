#pragma once

#include "resnet_bench/pass.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace resnet_bench {

/// How fast one algorithm computed one pass of one convolution, as a backend found when it chose.
struct ConvMeasurement {
  std::string machine;  ///< device, threads, libraries: what the figures hold for
  std::string problem;  ///< sizes and layouts: "mb32_ic64ih56iw56_oc64_k3s1p1_nchw16c_nchw16c"
  Pass pass = Pass::Fwd;
  std::string algorithm;
  double ns = 0;     ///< the fastest run
  double error = 0;  ///< relative L2 distance from sums in double, over samples of the output
  std::int64_t workspace_bytes = 0;
  bool library_choice = false;  ///< what the library would have taken unasked
  bool chosen = false;
};

using ConvMeasurements = std::vector<ConvMeasurement>;

}  // namespace resnet_bench
