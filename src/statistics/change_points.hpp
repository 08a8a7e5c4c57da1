#pragma once

#include <cstddef>
#include <span>
#include <vector>

/// Whether a series settles: the classification of Barrett, Bolz-Tereick, Killick, Mount and Tratt,
/// "Virtual Machine Warmup Blows Hot and Cold" (OOPSLA 2017), with its change points found exactly.
namespace resnet_bench {

/// Neighbours that are alike.
struct Segment {
  std::size_t first = 0;
  std::size_t count = 0;
  double mean = 0;
};

/// Where mean or variance change: the division that costs least by n log(variance) a segment, as of
/// normal values, and 15 log(n) for each change, found by PELT (Killick, Fearnhead and Eckley, JASA
/// 107, 2012). Values far from the median (10 of its scaled median deviations) count as that far,
/// so that a single interruption is no change. Of more than 1024 values, means of neighbours are
/// looked at. An empty series has no segments.
std::vector<Segment> segments_of(std::span<const double> series);

enum class Steadiness {
  unknown,          ///< too few values to tell
  steady,           ///< has settled, and was never faster before
  slowing,          ///< has settled at a slower level than it had before
  no_steady_state,  ///< changed too late to have settled
};

const char* to_string(Steadiness steadiness);

/// `settled` is the share of the series that the last level must hold. Levels within 1 % are one.
Steadiness classify(std::span<const Segment> segments, double settled);

}  // namespace resnet_bench
