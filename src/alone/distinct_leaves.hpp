#pragma once

#include "plan/network.hpp"

#include <string>
#include <vector>

namespace resnet_bench {

/// Leaves of a network that do the same work: of the same module, with the same algorithms,
/// layouts and tensors in every pass.
struct DistinctLeaf {
  Leaf* leaf = nullptr;            ///< the first of them
  std::vector<std::string> paths;  ///< of all of them
};

/// Whether a text holds `pattern`, in which * stands for anything and ? for any one character.
bool holds(const std::string& text, const std::string& pattern);

/// Those whose path, module or a canonical path holds `pattern`, in the order of the network,
/// without those that compute nothing in any pass. Throws Refusal where there are none.
std::vector<DistinctLeaf> distinct_leaves(const Network& network, const std::string& pattern);

/// The passes in which a leaf computes something.
std::vector<Pass> working_passes(const Leaf& leaf);

}  // namespace resnet_bench
