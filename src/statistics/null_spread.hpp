#pragma once

#include <span>
#include <vector>

/// How far the log-ratios of things that did not change lie from 0, learned from many of which most
/// did not: an empirical null (Efron, J. Am. Stat. Assoc. 99, 2004) around 0. A common shift counts
/// as spread: two processes cannot tell it from what differs between any two.
namespace resnet_bench {

/// As many neighbours as a spread is taken from; with fewer than `fewest_for_a_spread` values there
/// is none.
constexpr int spread_neighbours = 30;
constexpr int fewest_for_a_spread = 10;

/// Degrees of freedom to give such a spread: tails are heavier than normal, as pairs of the same
/// showed (docs/measurements.md).
constexpr double spread_degrees = 6;

/// For each value 1.4826 x the median |log| of its neighbours in size, itself left out: short steps
/// differ by more than long ones. `sizes` and `logs` are parallel, fewest_for_a_spread at least.
std::vector<double> spread_by_size(std::span<const double> sizes, std::span<const double> logs);

/// 1.4826 x the median |log|, each counted by its weight.
double weighted_spread(std::span<const double> weights, std::span<const double> logs);

}  // namespace resnet_bench
