#pragma once

#include "backends/cuda/cuda_backend.hpp"
#include "support/networks.hpp"

#include <map>
#include <ostream>
#include <string>
#include <vector>

/// Whole small networks on a backend, and what they computed.
namespace resnet_bench::test {

/// How the cuda backend is asked to compute, and what of it differs from double.
struct Numerics {
  std::string name;
  CudaBackendOptions options;
  /// Largest error of a tensor's elements over the largest of their magnitudes.
  double bound = 0;

  /// What gtest prints.
  friend void PrintTo(const Numerics& numerics, std::ostream* out) { *out << numerics.name; }
};

/// Loss or logits, gradients, parameters and running statistics, by name, after one iteration.
using Outcome = std::map<std::string, std::vector<double>>;

Outcome run_once(Backend& backend, const NetworkOptions& options, std::unique_ptr<Sequential> tree);
Outcome outcome_of(const Prepared& net);

/// Fails for every tensor that is further than `bound` from the expected one.
void expect_close(const Outcome& actual, const Outcome& expected, double bound);

}  // namespace resnet_bench::test
