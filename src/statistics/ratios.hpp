#pragma once

#include "statistics/intervals.hpp"

#include <optional>
#include <span>
#include <vector>

/// How two times compare: their ratio, whose logarithm is what is estimated, for a factor up and
/// the same factor down are then equally far from 1.
namespace resnet_bench {

struct LogRatio {
  double value = 0;  ///< natural logarithm of the ratio
  double standard_error = 0;
  double degrees = 1;  ///< of freedom of the error
};

/// Of two means estimated apart from each other, both greater than 0: the relative errors' squares
/// add up, to first order, and the degrees of freedom are Welch and Satterthwaite's.
LogRatio log_ratio(const MeanEstimate& numerator, const MeanEstimate& denominator);

/// Of pairs, one log-ratio each in the order of time. Absent for fewer than two.
std::optional<LogRatio> log_ratio_of_pairs(std::span<const double> logs);

double ratio(const LogRatio& log);
Interval ratio_interval(const LogRatio& log);

/// Probability of a ratio as far from 1, were it 1: two-sided t-test. 1 where the two are the same
/// to the last bit, 0 where they differ and have no error.
double p_value(const LogRatio& log);

/// Probability of a ratio so near 1, were it 1 + margin or 1 / (1 + margin): the larger of two
/// one-sided t-tests (Schuirmann 1987).
double equivalence_p_value(const LogRatio& log, double margin);

/// The least difference, as a ratio less 1, that a test at `confidence_level` finds in four of five
/// tries: (t(0.975) + t(0.8)) standard errors.
double least_detectable(const LogRatio& log);

/// Benjamini and Hochberg (J. R. Stat. Soc. B 57, 1995): adjusted so that, of all with a value of
/// at most q, the expected share of false ones is at most q. In the order of `p_values`.
std::vector<double> benjamini_hochberg(std::span<const double> p_values);

}  // namespace resnet_bench
