#include "report/comparison.hpp"
#include "report/comparison_text.hpp"
#include "support/made_series.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace resnet_bench {
namespace {

/// A mean with an error of 0.1 % of it, of many iterations.
MeasuredTime known(double ms) {
  const double ns = ms * 1e6;
  return {.mean_ns = ns,
          .estimate = MeanEstimate{.mean = ns, .standard_error = ns / 1000, .degrees = 100}};
}

RunTimes run(std::int64_t id, double plain_ms, std::initializer_list<double> leaves_ms) {
  RunTimes times{.run_id = id, .plain = known(plain_ms)};
  char name = 'a';
  for (const double ms : leaves_ms) times.leaves[{std::string("net/") + name++, "Fwd"}] = known(ms);
  return times;
}

// The error of a ratio is sqrt(2) x 0.1 %: 1 % is 7 of it away, 0.1 % is nothing.
TEST(Compare, VerdictsAreOfTheRatioAndItsError) {
  const Comparison comparison =
      compare({run(1, 100, {10, 20, 30, 1})}, {run(2, 102, {10.5, 20.01, 29, 1.01})}, 0.01);
  EXPECT_EQ(comparison.total.verdict, Verdict::different);
  ASSERT_EQ(comparison.leaves.size(), 4U);
  EXPECT_EQ(comparison.leaves[0].path, "net/c") << "the largest difference, though it is faster";
  EXPECT_EQ(comparison.leaves[0].verdict, Verdict::different);
  EXPECT_FALSE(comparison.leaves[0].is_slower());
  EXPECT_EQ(comparison.leaves[1].path, "net/a");
  EXPECT_TRUE(comparison.leaves[1].is_slower());
  EXPECT_EQ(comparison.leaves[2].path, "net/b");
  EXPECT_EQ(comparison.leaves[2].verdict, Verdict::same);
  EXPECT_EQ(comparison.leaves[3].verdict, Verdict::different);
  EXPECT_TRUE(comparison.has_regression());
  EXPECT_FALSE(comparison.between_launches);
}

TEST(Compare, WhatIsFasterIsNoRegression) {
  EXPECT_FALSE(compare({run(1, 100, {10})}, {run(2, 90, {9})}, 0.01).has_regression());
  EXPECT_TRUE(compare({run(1, 90, {9})}, {run(2, 100, {10})}, 0.01).has_regression());
}

// A raw p of 3 % alone is a difference; among a hundred others without one it is not.
TEST(Compare, OneOfManyLeavesNeedsMoreThanOneAlone) {
  RunTimes a = run(1, 100, {10});
  RunTimes b = run(2, 100, {10 * 1.0031});
  EXPECT_EQ(compare({a}, {b}, 0.001).leaves[0].verdict, Verdict::different);
  for (int i = 0; i < 100; ++i) {
    a.leaves[{"net/other" + std::to_string(i), "Fwd"}] = known(5);
    b.leaves[{"net/other" + std::to_string(i), "Fwd"}] = known(5);
  }
  const Comparison many = compare({a}, {b}, 0.001);
  EXPECT_EQ(many.leaves[0].path, "net/a");
  EXPECT_EQ(many.leaves[0].verdict, Verdict::undecided);
}

// All twenty leaves and the whole shift by 2 to 4 %, far more than the error of each: so do two
// processes. One that doubles stands out.
TEST(Compare, OfSingleRunsLeavesTellWhatProcessesDifferBy) {
  RunTimes a = run(1, 100, {});
  RunTimes b = run(2, 103, {});
  for (int i = 0; i < 20; ++i) {
    const std::pair<std::string, std::string> key{"net/leaf" + std::to_string(i), "Fwd"};
    a.leaves[key] = known(5);
    b.leaves[key] = known(5 * (1.02 + 0.001 * i));
  }
  const Comparison shifted = compare({a}, {b}, 0.01);
  EXPECT_TRUE(shifted.from_spread);
  EXPECT_EQ(shifted.total.verdict, Verdict::undecided);
  for (const ComparedTime& leaf : shifted.leaves) EXPECT_EQ(leaf.verdict, Verdict::undecided);

  b.leaves[{"net/leaf7", "Fwd"}] = known(10);
  const Comparison doubled = compare({a}, {b}, 0.01);
  EXPECT_EQ(doubled.leaves[0].path, "net/leaf7");
  EXPECT_EQ(doubled.leaves[0].verdict, Verdict::different);
  EXPECT_EQ(doubled.leaves[1].verdict, Verdict::undecided);
}

TEST(Compare, OneIterationDecidesNothing) {
  RunTimes one = run(1, 100, {});
  one.plain.estimate.reset();
  const Comparison comparison = compare({one}, {run(2, 200, {})}, 0.01);
  EXPECT_EQ(comparison.total.verdict, Verdict::undecided);
  EXPECT_FALSE(comparison.total.log);
  std::ostringstream text;
  print_comparison({one}, {run(2, 200, {})}, comparison, text);
  EXPECT_NE(text.str().find("B/A 2.0000: undecided; one iteration has no error"), std::string::npos)
      << text.str();
}

// Means 100, 101, 102 and 103, 104, 105: errors are 1 / sqrt(3), whatever the runs say of
// themselves.
TEST(Compare, OfLaunchesTheErrorIsBetweenThem) {
  const Comparison comparison =
      compare({run(1, 100, {1}), run(2, 101, {1}), run(3, 102, {1})},
              {run(4, 103, {1}), run(5, 104, {1}), run(6, 105, {1})}, 0.01);
  EXPECT_TRUE(comparison.between_launches);
  ASSERT_TRUE(comparison.total.log);
  const double a = 1 / std::sqrt(3.0) / 101;
  const double b = 1 / std::sqrt(3.0) / 104;
  EXPECT_NEAR(comparison.total.log->standard_error, std::sqrt(a * a + b * b), 1e-12);
  EXPECT_NEAR(comparison.total.log->degrees, 4, 0.01);
  EXPECT_NEAR(comparison.total.a_ms, 101, 1e-12);
  EXPECT_EQ(comparison.leaves[0].verdict, Verdict::same) << "1 in all six, without any spread";
}

// A machine that slows down by half while 2 % more is what B takes in every pair.
TEST(Compare, OfPairsDriftCancels) {
  std::vector<RunTimes> a;
  std::vector<RunTimes> b;
  for (std::int64_t i = 0; i < 5; ++i) {
    const double level = 100 + 10 * static_cast<double>(i);
    const double share = i % 2 == 0 ? 1.019 : 1.021;
    a.push_back(run(2 * i, level, {level}));
    b.push_back(run(2 * i + 1, level * share, {level * share}));
  }
  EXPECT_EQ(compare(a, b, 0.01).total.verdict, Verdict::undecided);
  const Comparison paired = compare(a, b, 0.01, true);
  EXPECT_EQ(paired.total.verdict, Verdict::different);
  EXPECT_EQ(paired.leaves[0].verdict, Verdict::different);
  EXPECT_NEAR(ratio(*paired.total.log), std::pow(1.019, 0.6) * std::pow(1.021, 0.4), 1e-12);
}

TEST(Compare, LeavesOfOneAloneAreNamed) {
  RunTimes a = run(1, 100, {10, 20});
  RunTimes b = run(2, 100, {10});
  b.leaves[{"net/new", "Bwd"}] = known(3);
  const Comparison comparison = compare({a}, {b}, 0.01);
  EXPECT_EQ(comparison.only_in_a, std::vector<std::string>{"net/b Fwd"});
  EXPECT_EQ(comparison.only_in_b, std::vector<std::string>{"net/new Bwd"});
  EXPECT_EQ(comparison.leaves.size(), 1U);
}

/// Leaves of independent noise around the same times: any that is `different` is a false one.
TEST(Compare, OfTheSameThingsFewAreDifferent) {
  constexpr int pairs = 200;
  int total_different = 0;
  int leaf_different = 0;
  for (int pair = 0; pair < pairs; ++pair) {
    const auto made = [&](std::int64_t seed) {
      RunTimes times{.run_id = seed};
      for (int leaf = 0; leaf < 20; ++leaf) {
        std::vector<double> series = test::autoregression(40, 0.4, 100 * seed + leaf);
        for (double& value : series) value = 1e6 * (1 + 0.05 * value);
        const auto estimate = estimate_mean(series);
        times.leaves[{"net/" + std::to_string(leaf), "Fwd"}] = {estimate->mean, estimate};
        if (leaf == 0) times.plain = {estimate->mean, estimate};
      }
      return times;
    };
    const Comparison comparison = compare({made(2 * pair)}, {made(2 * pair + 1)}, 0.0001);
    total_different += comparison.total.verdict == Verdict::different;
    leaf_different +=
        std::any_of(comparison.leaves.begin(), comparison.leaves.end(),
                    [](const ComparedTime& leaf) { return leaf.verdict == Verdict::different; });
  }
  // Of 200 at 5 %, 18 or fewer unless in one of a hundred trials (binomial).
  EXPECT_LE(total_different, 18);
  EXPECT_LE(leaf_different, 18);
}

TEST(ComparisonText, SaysWhatDiffersAndHowFarToTrustIt) {
  RunTimes a = run(1, 100, {10});
  RunTimes b = run(2, 102, {12});
  a.run.model = b.run.model = "net";
  a.run.commit = "abc";
  b.run.commit = "def";
  b.run.labels["driver"] = "550";
  std::ostringstream text;
  print_comparison({a}, {b}, compare({a}, {b}, 0.01), text);
  for (const char* part :
       {"commit: 'abc' in A, 'def' in B\n", "label driver: '' in A, '550' in B\n",
        "what differs from process to process is not in them (--launches)\n",
        "plain iteration  A 100.000 ms, B 102.000 ms, B/A 1.0200", ": different; a difference of ",
        "1 passes of leaf layers: 1 different", "Layered they differ by +2.000 ms"}) {
    EXPECT_NE(text.str().find(part), std::string::npos) << part << " in\n" << text.str();
  }
}

TEST(ComparisonText, TsvHasARowForTheWholeAndOneALeaf) {
  std::ostringstream text;
  print_comparison_tsv(compare({run(1, 100, {10})}, {run(2, 102, {12})}, 0.01), text);
  std::istringstream lines(text.str());
  std::string line;
  int rows = 0;
  while (std::getline(lines, line)) {
    ++rows;
    EXPECT_EQ(std::count(line.begin(), line.end(), '\t'), 10) << line;
  }
  EXPECT_EQ(rows, 3);
}

}  // namespace
}  // namespace resnet_bench
