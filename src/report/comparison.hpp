#pragma once

#include "resnet_bench/records.hpp"

#include "statistics/ratios.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace resnet_bench {

/// A mean time of one iteration. One iteration has no error.
struct MeasuredTime {
  double mean_ns = 0;
  std::optional<MeanEstimate> estimate;
};

/// What of a run is compared.
struct RunTimes {
  std::int64_t run_id = 0;
  RunRecord run;
  MeasuredTime plain;
  std::map<std::pair<std::string, std::string>, MeasuredTime> leaves;  ///< by path and pass
};

enum class Verdict { same, different, undecided };

const char* to_string(Verdict verdict);

/// One time in A and in B.
struct ComparedTime {
  std::string path;  ///< empty: a whole plain iteration
  std::string pass;
  double a_ms = 0;
  double b_ms = 0;
  std::optional<LogRatio> log;  ///< of B over A; absent where one of them has no error
  double p = 1;                 ///< adjusted, where it is one of many
  Verdict verdict = Verdict::undecided;

  double difference_ms() const { return b_ms - a_ms; }
  bool is_slower() const { return verdict == Verdict::different && b_ms > a_ms; }
};

struct Comparison {
  double margin = 0;
  bool between_launches = false;  ///< errors are of processes, not of iterations of one
  /// Of single runs: errors are no smaller than what leaves of like duration differ by.
  bool from_spread = false;
  bool paired = false;
  ComparedTime total;
  std::vector<ComparedTime> leaves;    ///< largest difference first, whatever its sign
  std::vector<std::string> only_in_a;  ///< "path pass"
  std::vector<std::string> only_in_b;

  /// Any of them slower in B, beyond doubt.
  bool has_regression() const;
};

/// Runs of two groups, each of one run or of several that repeat it in a process of its own. Of
/// several, a time is the mean of their means and its error is between them: it holds what differs
/// from process to process. Of a single run the error between its iterations knows nothing
/// of that: it is then taken to be no smaller than what leaves of like duration differ by, of which
/// most are the same (null_spread.hpp), where there are enough leaves to see that.
///
/// `paired`: runs took turns, the first of A beside the first of B and so on, so that each pair saw
/// the same machine. The ratio is that of pairs, the error between them. Wants as many runs in A as
/// in B, two at least.
///
/// `same`: the ratio is within 1 + margin either way (two one-sided tests at 5 %). `different`: not
/// 1, at 5 %; of leaves, at a false discovery rate of 5 % among all of them (Benjamini and
/// Hochberg). `undecided`: neither.
Comparison compare(const std::vector<RunTimes>& a, const std::vector<RunTimes>& b, double margin,
                   bool paired = false);

}  // namespace resnet_bench
