#pragma once

#include "backends/cuda/module_interface.hpp"
#include "support/networks.hpp"

#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

/// Whole small networks on a backend, and what they computed: on the double and on a GPU alike.
namespace resnet_bench::test {

/// How the cuda backend is asked to compute, and how far from double it may be.
struct Numerics {
  std::string name;
  CudaBackendOptions options;
  /// Largest error of a tensor's elements over the largest of their magnitudes.
  double bound = 0;

  /// What gtest prints.
  friend void PrintTo(const Numerics& numerics, std::ostream* out) { *out << numerics.name; }
};

struct Mode {
  bool training;
  Fusion fusion;
};

/// Each precision in each layout, and each mode in each of its fusions.
std::vector<Numerics> all_numerics();
std::vector<Mode> all_modes();
/// "fp32_nhwc_train_bn"
std::string name_of_case(const testing::TestParamInfo<std::tuple<Numerics, Mode>>& info);

/// Batch 3 of 13x13 images for 7 classes through every kind of layer, fused.
NetworkOptions small_network(const Mode& mode);
std::unique_ptr<Sequential> small_tree(const NetworkOptions& options);

/// Loss or logits, gradients, parameters and running statistics, by name, after one iteration.
using Outcome = std::map<std::string, std::vector<double>>;

Outcome run_once(Backend& backend, const NetworkOptions& options, std::unique_ptr<Sequential> tree);

/// Of all tensors, over the largest magnitude in the tensor; infinite for what is not a number.
double largest_error(const Outcome& actual, const Outcome& expected);

/// Fails for every tensor that is further than `bound` from the expected one.
void expect_close(const Outcome& actual, const Outcome& expected, double bound);

}  // namespace resnet_bench::test
