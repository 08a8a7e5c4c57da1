#include "alone/model_suite.hpp"

#include "alone/distinct_leaves.hpp"
#include "layers/conv.hpp"

#include <algorithm>

namespace resnet_bench {
namespace {

bool is_same(const ConvDesc& a, const ConvDesc& b) {
  return a.x == b.x && a.out_channels == b.out_channels && a.kernel == b.kernel &&
         a.stride == b.stride && a.pad == b.pad;
}

}  // namespace

std::vector<PlacedConv> convolutions_of(const Network& network) {
  std::vector<PlacedConv> convs;
  network.for_each_layer([&](Layer& layer, int) {
    const auto* conv = dynamic_cast<const Conv*>(&layer);
    if (conv == nullptr) return;
    PlacedConv placed;
    placed.problem.desc = conv->desc();
    placed.problem.desc.bias = placed.problem.desc.add = placed.problem.desc.relu = false;
    placed.problem.name = conv->path();
    placed.passes = working_passes(*conv);
    convs.push_back(std::move(placed));
  });
  return convs;
}

Suite model_suite(const Network& network, const std::string& name) {
  Suite suite{.name = name, .entries = {}};
  std::vector<int> counts;
  for (PlacedConv& conv : convolutions_of(network)) {
    const auto known = std::find_if(
        suite.entries.begin(), suite.entries.end(),
        [&](const SuiteEntry& entry) { return is_same(entry.problem.desc, conv.problem.desc); });
    if (known != suite.entries.end()) {
      ++counts[static_cast<std::size_t>(known - suite.entries.begin())];
      continue;
    }
    suite.entries.push_back({.problem = std::move(conv.problem),
                             .passes = {Pass::Fwd, Pass::BwdData, Pass::BwdWeights}});
    counts.push_back(1);
  }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    suite.entries[i].problem.name += "*" + std::to_string(counts[i]);
  }
  return suite;
}

std::string suite_text(const Suite& suite) {
  std::string text;
  for (const SuiteEntry& entry : suite.entries) text += to_string(entry.problem) + "\n";
  return text;
}

}  // namespace resnet_bench
