#pragma once

#include "resnet_bench/conv_measurement.hpp"
#include "resnet_bench/ops.hpp"

#include "backends/cpu/conv_library.hpp"
#include "backends/cpu/conv_pass.hpp"
#include "backends/cpu/thread_team.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace resnet_bench::cpu {

/// Picks the algorithm of each pass of each convolution, by --conv:
///   auto     the fastest of those measured on this very problem, each once a run; without
///            measuring, or where memory is short for it, what the library picks
///   library  what oneDNN picks itself; without oneDNN, OpenBLAS
///   NAME     this one, and its plain sibling where it cannot: Winograd is for 3x3 of stride 1
class ConvChooser {
 public:
  /// `library` may be null where types are f32. Throws Refusal for an algorithm that is not here.
  ConvChooser(const ThreadTeam& team, ConvLibrary* library, const NumberTypes& types,
              std::string policy, bool measure);

  /// Measurements of earlier runs, taken over where a problem is the same.
  void recall(ConvMeasurements known) { known_ = std::move(known); }

  /// Throws Refusal where no algorithm takes these layouts.
  std::unique_ptr<ConvPass> choose(Pass pass, const ConvDesc& desc, LayoutId x, LayoutId y);

  /// Those taken over and used, and those made.
  const ConvMeasurements& measurements() const { return used_; }
  /// What measuring took, in nanoseconds.
  std::int64_t measuring_ns() const { return measuring_ns_; }

 private:
  std::unique_ptr<ConvPass> make(const std::string& algorithm, Pass pass, const ConvDesc& desc,
                                 LayoutId x, LayoutId y) const;
  std::unique_ptr<ConvPass> make_library_choice(Pass pass, const ConvDesc& desc, LayoutId x,
                                                LayoutId y) const;
  std::vector<std::unique_ptr<ConvPass>> candidates(Pass pass, const ConvDesc& desc, LayoutId x,
                                                    LayoutId y) const;
  std::unique_ptr<ConvPass> fastest(Pass pass, const ConvDesc& desc, LayoutId x, LayoutId y);
  /// By the algorithm that was chosen for a problem before; null where none was, or where it is not
  /// here.
  std::unique_ptr<ConvPass> chosen_before(const std::string& problem, Pass pass,
                                          const ConvDesc& desc, LayoutId x, LayoutId y);

  const ThreadTeam& team_;
  ConvLibrary* library_;
  NumberTypes types_;
  std::string policy_;
  bool measure_;
  ConvMeasurements known_, used_;
  std::int64_t measuring_ns_ = 0;
};

/// The algorithms that `list algorithms` and --conv know, with OpenBLAS's first, for it is f32
/// alone.
std::vector<std::string> conv_algorithms(ConvLibrary* library, const NumberTypes& types);

}  // namespace resnet_bench::cpu
