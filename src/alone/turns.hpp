#pragma once

#include "resnet_bench/backend.hpp"

#include "benchmark/duration_series.hpp"
#include "benchmark/mark_cost.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace resnet_bench {

/// One of several ways to call the same work.
struct Turn {
  /// Called before each call, not measured. Calls of this turn count from 0.
  std::function<void(std::int64_t call)> prepare;
};

struct TurnOptions {
  double interval = 0.01;  ///< half-width of the median's 95 % interval over it, that is enough
  double seconds = 1;      ///< for all turns together, preparing included
  double block_seconds = 0.02;
  std::int64_t least_calls = 3;  ///< of each turn, however long they take
  std::int64_t seed = 1;         ///< of the order of blocks
};

/// What was measured of one turn.
struct TurnSeries {
  DurationSeries ns;   ///< of one call, between two marks
  bool known = false;  ///< whether the median's interval was narrow enough; else its time was over
};

/// Calls `work` in blocks, a block of each turn in random order and then again, so that what drifts
/// reaches all alike. The first call of a block settles and is not measured. A turn whose median is
/// known has no more blocks; looked at after 10 calls and each time a quarter more. `marker` takes
/// two stamps. Ends early, with what there is, once `interrupted` is true.
std::vector<TurnSeries> measure_in_turns(std::span<const Turn> turns,
                                         const std::function<void()>& work, Marker& marker,
                                         const Clock& clock, const TurnOptions& options,
                                         const std::atomic<bool>* interrupted);

}  // namespace resnet_bench
