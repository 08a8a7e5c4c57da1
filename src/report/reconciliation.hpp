#pragma once

#include "resnet_bench/records.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace resnet_bench {

/// How much more one time is than another: their ratio less 1, with its 95 % interval. No interval
/// where there is one pair of blocks with too little in it.
struct Excess {
  double share = 0;
  std::optional<double> low;
  std::optional<double> high;
};

/// Do the layers add up to the whole? Marks telescope, so that the sum of the leaves proves
/// nothing; these checks can fail. Ratios are of blocks of one cycle, near each other in time and
/// in random order, and their logarithms' mean over cycles; of a single cycle, of its iterations.
struct Reconciliation {
  std::int64_t cycles = 0;           ///< compared
  std::optional<Excess> overhead;    ///< of layered over plain time: what timing every layer costs
  std::optional<double> mark_share;  ///< marks x cost of one, measured apart, over plain time
  /// Layered time less what its marks cost, over plain time: 0 where the marks explain all.
  std::optional<double> predicted_ms;
  std::optional<Excess> predicted;
  std::int64_t dosed_cycles = 0;
  std::optional<Excess> dose;  ///< of one mark more behind each step, by 0, 1, 2 and 4 of them
  /// The line through 1, 2 and 4 marks a step at none, over plain time: 0 where the line is one.
  std::optional<Excess> extrapolated;
};

Reconciliation reconcile(const RunRecord& run, const std::vector<IterationRecord>& iterations);

}  // namespace resnet_bench
