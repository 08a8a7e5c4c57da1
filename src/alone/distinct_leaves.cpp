#include "alone/distinct_leaves.hpp"

#include "resnet_bench/error.hpp"

#include <algorithm>
#include <fnmatch.h>
#include <map>

namespace resnet_bench {
namespace {

std::string uses_text(const std::vector<Use>& uses, const Network& network) {
  std::string text;
  for (const Use& use : uses) {
    const TensorInfo& tensor = network.assembly().tensor(use.tensor);
    text += ' ' + use.role + to_string(tensor.shape) + to_string(tensor.type) +
            network.backend().layout_name(tensor.layout);
  }
  return text;
}

/// The same text, the same work.
std::string work_of(const Leaf& leaf, const Network& network) {
  std::string text = leaf.module();
  for (const Pass pass : leaf.passes()) {
    const Footprint& footprint = leaf.footprint(pass);
    text += '\n' + std::string(to_string(pass)) + ' ' + leaf.algorithm(pass) +
            uses_text(footprint.reads, network) + " ->" + uses_text(footprint.writes, network);
  }
  return text;
}

bool is_selected(const Leaf& leaf, const std::string& pattern) {
  const std::vector<std::string> members = leaf.members();
  return holds(leaf.path(), pattern) || holds(leaf.module(), pattern) ||
         std::any_of(members.begin(), members.end(),
                     [&](const std::string& member) { return holds(member, pattern); });
}

}  // namespace

bool holds(const std::string& text, const std::string& pattern) {
  return fnmatch(("*" + pattern + "*").c_str(), text.c_str(), 0) == 0;
}

std::vector<Pass> working_passes(const Leaf& leaf) {
  std::vector<Pass> passes;
  for (const Pass pass : leaf.passes()) {
    const Footprint& footprint = leaf.footprint(pass);
    if (!footprint.reads.empty() || !footprint.writes.empty()) passes.push_back(pass);
  }
  return passes;
}

std::vector<DistinctLeaf> distinct_leaves(const Network& network, const std::string& pattern) {
  std::vector<DistinctLeaf> distinct;
  std::map<std::string, std::size_t> place;
  std::string example;
  network.for_each_layer([&](Layer& layer, int) {
    auto* leaf = dynamic_cast<Leaf*>(&layer);
    if (leaf == nullptr || working_passes(*leaf).empty()) return;
    example = leaf->path();
    if (!is_selected(*leaf, pattern)) return;
    const auto [entry, is_new] = place.try_emplace(work_of(*leaf, network), distinct.size());
    if (is_new) distinct.push_back({.leaf = leaf, .paths = {}});
    distinct[entry->second].paths.push_back(leaf->path());
  });
  if (distinct.empty()) {
    throw Refusal("--select '" + pattern + "' is in no leaf's path or module; allowed: a part of " +
                  "one, as " + example + ", with * and ?");
  }
  return distinct;
}

}  // namespace resnet_bench
