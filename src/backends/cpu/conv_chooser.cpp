#include "backends/cpu/conv_chooser.hpp"

#include "resnet_bench/checked.hpp"
#include "resnet_bench/clock_marker.hpp"
#include "resnet_bench/error.hpp"
#include "resnet_bench/host.hpp"

#include "backends/cpu/conv_blocked_winograd.hpp"
#include "backends/cpu/conv_find.hpp"
#include "backends/cpu/conv_openblas.hpp"
#include "backends/cpu/layouts.hpp"

#include <algorithm>
#include <iterator>

namespace resnet_bench::cpu {
namespace {

/// A first search ends after this long; what is left then gets the library's choice.
constexpr std::int64_t measuring_budget_ns = 55'000'000'000;

/// An algorithm that does anything, of the same library: "onednn-winograd" has "onednn-direct".
std::string plain_sibling(const std::string& algorithm) {
  return algorithm.rfind("openblas", 0) == 0 ? "openblas" : "onednn-direct";
}

std::string problem_name(const ConvDesc& d, const NumberTypes& types, LayoutId x, LayoutId y) {
  const auto text = [](std::int64_t number) { return std::to_string(number); };
  std::string name = "mb" + text(d.x.n()) + "_ic" + text(d.x.c()) + "ih" + text(d.x.h()) + "iw" +
                     text(d.x.w()) + "_oc" + text(d.out_channels) + "_k" + text(d.kernel) + "s" +
                     text(d.stride) + "p" + text(d.pad);
  if (d.bias) name += "_bias";
  if (d.add) name += "_add";
  if (d.relu) name += "_relu";
  name += "_" + name_of(x) + "_" + name_of(y);
  return types.mixed() ? name + "_" + to_string(types.activation) : name;
}

/// Whether there is room to try: the tensors, and as much again.
bool fits(const ConvDesc& desc) {
  const std::int64_t elements = checked_add(desc.x.elements(), desc.y().elements());
  return checked_multiply(elements, 2 * byte_size(DataType::f32)) < available_memory();
}

}  // namespace

std::vector<std::string> conv_algorithms(ConvLibrary* library, const NumberTypes& types) {
  std::vector<std::string> names;
  if (!types.mixed()) names = {"openblas", "openblas-winograd"};
  if (library == nullptr) return names;
  for (const std::string& name : library->algorithms()) names.push_back(name);
  // Its layouts are those of oneDNN, its type f32.
  if (library->preferred_layout() != nhwc && !types.mixed()) names.emplace_back("highway-winograd");
  return names;
}

ConvChooser::ConvChooser(const ThreadTeam& team, ConvLibrary* library, const NumberTypes& types,
                         std::string policy, bool measure)
    : team_(team), library_(library), types_(types), policy_(std::move(policy)), measure_(measure) {
  const std::vector<std::string> names = conv_algorithms(library, types);
  if (policy_ == "auto" || policy_ == "library" ||
      std::find(names.begin(), names.end(), policy_) != names.end()) {
    return;
  }
  std::string allowed = "auto, library";
  for (const std::string& name : names) allowed += ", " + name;
  const std::string where = types.mixed() ? " in " + std::string(to_string(types.activation)) : "";
  throw Refusal("--conv " + policy_ + ": the cpu backend of this build allows" + where + " " +
                allowed);
}

std::unique_ptr<ConvPass> ConvChooser::make(const std::string& algorithm, Pass pass,
                                            const ConvDesc& desc, LayoutId x, LayoutId y) const {
  const bool is_nhwc = x == nhwc && y == nhwc && !types_.mixed();
  if (algorithm == "openblas") return is_nhwc ? make_openblas_pass(team_, pass, desc) : nullptr;
  if (algorithm == "openblas-winograd") {
    return is_nhwc ? make_openblas_winograd_pass(team_, pass, desc) : nullptr;
  }
  if (library_ == nullptr) return nullptr;
  if (algorithm == "highway-winograd") {
    if (x != y || block_of(x) == 1 || types_.mixed()) return nullptr;
    return make_blocked_winograd_pass(team_, pass, desc, x,
                                      library_->blocked_weights(desc.weight(), x));
  }
  return library_->make_pass(algorithm, pass, desc, x, y);
}

std::unique_ptr<ConvPass> ConvChooser::make_library_choice(Pass pass, const ConvDesc& desc,
                                                           LayoutId x, LayoutId y) const {
  std::unique_ptr<ConvPass> choice;
  if (library_ != nullptr) choice = library_->make_own_choice(pass, desc, x, y);
  return choice != nullptr ? std::move(choice) : make("openblas", pass, desc, x, y);
}

std::vector<std::unique_ptr<ConvPass>> ConvChooser::candidates(Pass pass, const ConvDesc& desc,
                                                               LayoutId x, LayoutId y) const {
  std::vector<std::unique_ptr<ConvPass>> passes;
  for (const std::string& name : conv_algorithms(library_, types_)) {
    if (auto made = make(name, pass, desc, x, y)) passes.push_back(std::move(made));
  }
  return passes;
}

std::unique_ptr<ConvPass> ConvChooser::choose(Pass pass, const ConvDesc& desc, LayoutId x,
                                              LayoutId y) {
  std::unique_ptr<ConvPass> chosen;
  if (policy_ == "auto") {
    chosen = fastest(pass, desc, x, y);
  } else if (policy_ == "library") {
    chosen = make_library_choice(pass, desc, x, y);
  } else {
    chosen = make(policy_, pass, desc, x, y);
    if (chosen == nullptr) chosen = make(plain_sibling(policy_), pass, desc, x, y);
    if (chosen == nullptr) chosen = make("openblas", pass, desc, x, y);
  }
  if (chosen != nullptr) return chosen;
  throw Refusal("--conv " + policy_ + " has no way to compute " + problem_name(desc, types_, x, y) +
                "; take another --layout or --conv");
}

std::unique_ptr<ConvPass> ConvChooser::chosen_before(const std::string& problem, Pass pass,
                                                     const ConvDesc& desc, LayoutId x, LayoutId y) {
  const auto is_it = [&](const ConvMeasurement& m) {
    return m.problem == problem && m.pass == pass;
  };
  for (const ConvMeasurements* list : {&used_, &known_}) {
    for (const ConvMeasurement& measurement : *list) {
      if (!is_it(measurement) || !measurement.chosen) continue;
      auto made = make(measurement.algorithm, pass, desc, x, y);
      if (made == nullptr) return nullptr;  // a plan of another build
      if (list == &known_) {
        std::copy_if(known_.begin(), known_.end(), std::back_inserter(used_), is_it);
      }
      return made;
    }
  }
  return nullptr;
}

std::unique_ptr<ConvPass> ConvChooser::fastest(Pass pass, const ConvDesc& desc, LayoutId x,
                                               LayoutId y) {
  const std::string problem = problem_name(desc, types_, x, y);
  if (auto made = chosen_before(problem, pass, desc, x, y)) return made;
  std::vector<std::unique_ptr<ConvPass>> passes = candidates(pass, desc, x, y);
  if (passes.empty()) return nullptr;
  if (passes.size() == 1) return std::move(passes.front());
  if (!measure_ || measuring_ns_ > measuring_budget_ns || !fits(desc)) {
    return make_library_choice(pass, desc, x, y);
  }

  const std::int64_t begin = steady_clock_ns();
  ConvMeasurements measured = measure_conv(team_, library_, types_, pass, desc, x, y, passes);
  measuring_ns_ += steady_clock_ns() - begin;
  const auto library_choice = make_library_choice(pass, desc, x, y);
  std::size_t best = passes.size();
  for (std::size_t i = 0; i < passes.size(); ++i) {
    measured[i].problem = problem;
    measured[i].library_choice =
        library_choice != nullptr && library_choice->algorithm() == measured[i].algorithm;
    if (!(measured[i].error <= largest_conv_error(output_type(pass, types_)))) continue;  // NaN too
    if (best == passes.size() || measured[i].ns < measured[best].ns) best = i;
  }
  if (best == passes.size()) return nullptr;
  measured[best].chosen = true;
  used_.insert(used_.end(), measured.begin(), measured.end());
  return std::move(passes[best]);
}

}  // namespace resnet_bench::cpu
