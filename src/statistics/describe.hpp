#pragma once

#include <span>
#include <vector>

/// What can be said of some values whatever their order. None of them takes an empty span.
namespace resnet_bench {

double mean(std::span<const double> values);

/// Squared distances from the mean, added up in one pass (Welford 1962), over n - 1: for a spread
/// beside a large mean nothing cancels. 0 for a single value.
double sample_variance(std::span<const double> values);
double sample_deviation(std::span<const double> values);

/// Sorted values at the position share * (n - 1) counted from 0, linear in between: type 7 of
/// Hyndman and Fan (The American Statistician 50, 1996), as NumPy has it. `share` from 0 to 1.
double percentile_of_sorted(std::span<const double> sorted, double share);

std::vector<double> sorted(std::span<const double> values);
double median(std::span<const double> values);

/// Median of the distances from the median, as it is: 1.4826 of it estimate a normal standard
/// deviation.
double median_deviation(std::span<const double> values);

}  // namespace resnet_bench
