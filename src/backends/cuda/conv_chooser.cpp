#include "backends/cuda/conv_chooser.hpp"

#include "resnet_bench/clock_marker.hpp"
#include "resnet_bench/error.hpp"

#include "backends/cuda/conv_find.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>

namespace resnet_bench::cuda {
namespace {

/// A first search ends after this long; what is left then gets the library's choice.
constexpr std::int64_t measuring_budget_ns = 55'000'000'000;

/// Of the heuristics' list. It is sorted by what cuDNN expects, and what comes later seldom wins.
constexpr std::size_t most_candidates = 10;

}  // namespace

ConvChooser::ConvChooser(const Device& device, std::string policy, bool measure)
    : device_(device),
      target_{.handle = device.cudnn()},
      policy_(std::move(policy)),
      measure_(measure) {
  if (policy_ == "auto" || policy_ == "library") return;
  try {
    parse_engine_configuration(policy_);
  } catch (const Refusal& refusal) {
    throw Refusal("--conv " + std::string(refusal.what()) + ", auto and library");
  }
}

std::shared_ptr<ConvPlan> ConvChooser::choose(const ConvProblem& problem) {
  const std::string key =
      std::string(resnet_bench::to_string(problem.pass)) + " " + to_string(problem);
  const auto found = plans_.find(key);
  if (found != plans_.end()) return found->second;
  std::shared_ptr<ConvPlan> plan = make(problem);
  if (plan != nullptr) plans_.emplace(key, plan);
  return plan;
}

std::unique_ptr<ConvPlan> ConvChooser::make(const ConvProblem& problem) {
  ConvEngines engines(target_, problem);
  std::unique_ptr<ConvPlan> plan;
  if (policy_ == "auto") plan = fastest(problem, engines);
  if (policy_ != "auto" && policy_ != "library") plan = replay(policy_, problem, engines);
  if (plan == nullptr) {
    auto plans = engines.plans(1, workspace_budget);
    if (!plans.empty()) plan = std::move(plans.front());
  }
  if (plan == nullptr) why_ = engines.refusal();
  return plan;
}

std::unique_ptr<ConvPlan> ConvChooser::replay(const std::string& algorithm,
                                              const ConvProblem& problem, ConvEngines& engines) {
  auto plan = engines.plan_of(parse_engine_configuration(algorithm));
  if (plan == nullptr) {
    spdlog::warn("{} {}: {} is refused by the cuDNN installed, another engine is taken: {}",
                 to_string(problem), resnet_bench::to_string(problem.pass), algorithm,
                 engines.refusal());
  }
  return plan;
}

std::unique_ptr<ConvPlan> ConvChooser::fastest(const ConvProblem& problem, ConvEngines& engines) {
  const std::string name = to_string(problem);
  const auto is_it = [&](const ConvMeasurement& m) {
    return m.problem == name && m.pass == problem.pass;
  };
  for (const ConvMeasurement& measurement : known_) {
    if (!is_it(measurement) || !measurement.chosen) continue;
    auto plan = replay(measurement.algorithm, problem, engines);
    if (plan == nullptr) break;
    std::copy_if(known_.begin(), known_.end(), std::back_inserter(used_), is_it);
    return plan;
  }
  if (!measure_ || measuring_ns_ > measuring_budget_ns) return nullptr;
  auto plans = engines.plans(most_candidates, workspace_budget);
  if (plans.size() < 2) return plans.empty() ? nullptr : std::move(plans.front());
  const std::int64_t begin = steady_clock_ns();
  ConvMeasurements measured = measure_conv(device_, problem, plans);
  measuring_ns_ += steady_clock_ns() - begin;
  if (measured.empty()) return std::move(plans.front());
  std::size_t best = plans.size();
  for (std::size_t i = 0; i < plans.size(); ++i) {
    measured[i].problem = name;
    measured[i].library_choice = i == 0;
    if (!(measured[i].error <= largest_conv_error(problem))) continue;  // NaN too
    if (best == plans.size() || measured[i].ns < measured[best].ns) best = i;
  }
  if (best == plans.size()) return nullptr;
  measured[best].chosen = true;
  used_.insert(used_.end(), measured.begin(), measured.end());
  return std::move(plans[best]);
}

}  // namespace resnet_bench::cuda
