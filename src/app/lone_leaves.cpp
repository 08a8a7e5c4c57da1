#include "app/lone_leaves.hpp"

#include "resnet_bench/error.hpp"

#include "alone/distinct_leaves.hpp"
#include "app/suites.hpp"
#include "cli/text.hpp"

#include <algorithm>

namespace resnet_bench {
namespace {

std::string problem_of(const Leaf& leaf) {
  const auto* conv = dynamic_cast<const Conv*>(&leaf);
  if (conv == nullptr) return {};
  return to_string({.desc = conv->desc(), .name = conv->path()});
}

void add_model_leaves(const LayersOptions& layers, const BenchmarkConfig& config,
                      Database& database, LoneLeaves& lone) {
  lone.model = std::make_unique<PreparedRun>(config, database);
  const Network& network = lone.model->network;
  for (DistinctLeaf& distinct : distinct_leaves(network, layers.select)) {
    lone.leaves.push_back({.leaf = distinct.leaf,
                           .assembly = &network.assembly(),
                           .places = std::move(distinct.paths),
                           .problem = problem_of(*distinct.leaf),
                           .passes = working_passes(*distinct.leaf)});
  }
}

/// Without BwdData where the backend has no way to compute it for this layout of an image, which no
/// network asks for either.
std::unique_ptr<LoneConv> make_conv(LoneLeaves& lone, const ConvProblem& problem,
                                    std::vector<Pass>& passes) {
  Backend& backend = lone.backend();
  try {
    return std::make_unique<LoneConv>(backend, problem, passes);
  } catch (const Refusal& refusal) {
    if (std::erase(passes, Pass::BwdData) == 0 || passes.empty()) throw;
    auto conv = std::make_unique<LoneConv>(backend, problem, passes);
    lone.warnings.append(lone.warnings.empty() ? "" : "; ")
        .append("no BwdData of " + to_string(problem) + ": " + refusal.what());
    return conv;
  }
}

void add_suite_leaves(const LayersOptions& layers, const BenchmarkConfig& config,
                      Database& database, LoneLeaves& lone) {
  const Suite suite = find_suite(layers.suite, layers.batch);
  lone.suite_backend = choose_backend(config, &database, true);
  for (const SuiteEntry& entry : suite.entries) {
    const std::string problem = to_string(entry.problem);
    if (!holds(problem, layers.select)) continue;
    std::vector<Pass> passes = entry.passes;
    if (config.mode == Mode::infer) std::erase_if(passes, [](Pass p) { return p != Pass::Fwd; });
    if (passes.empty()) continue;
    auto conv = make_conv(lone, entry.problem, passes);
    lone.leaves.push_back({.leaf = &conv->leaf(),
                           .assembly = &conv->assembly(),
                           .places = {conv->leaf().path()},
                           .problem = problem,
                           .passes = std::move(passes)});
    lone.convs.push_back(std::move(conv));
  }
  keep_measurements(lone.backend(), database);
  if (!lone.leaves.empty()) return;
  throw Refusal("suite " + in_quotes(layers.suite) + " has nothing that --select " +
                in_quotes(layers.select) + " and --mode " + to_string(config.mode) +
                " leave; allowed: a part of a problem, as " +
                to_string(suite.entries.front().problem));
}

}  // namespace

LoneLeaves find_lone_leaves(const LayersOptions& layers, const BenchmarkConfig& config,
                            Database& database) {
  LoneLeaves lone;
  if (layers.suite.empty()) {
    add_model_leaves(layers, config, database, lone);
  } else {
    add_suite_leaves(layers, config, database, lone);
  }
  return lone;
}

}  // namespace resnet_bench
