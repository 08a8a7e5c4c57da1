#pragma once

#include "models/suite.hpp"
#include "plan/network.hpp"

#include <string>
#include <vector>

namespace resnet_bench {

/// A convolution of a network, under the path of its leaf.
struct PlacedConv {
  ConvProblem problem;
  std::vector<Pass> passes;  ///< that the network runs
};

/// All of them, in the order of the network, without what fusion put behind them.
std::vector<PlacedConv> convolutions_of(const Network& network);

/// Each distinct one, in all passes, called by the path of the first and *how many there are.
Suite model_suite(const Network& network, const std::string& name);

/// As parse_suite reads it.
std::string suite_text(const Suite& suite);

}  // namespace resnet_bench
