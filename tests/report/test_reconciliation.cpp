#include "report/reconciliation.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace resnet_bench {
namespace {

constexpr std::int64_t us = 1'000;

/// A run whose layered iterations take 100 marks beyond those of plain ones, of 50 ns each: 5 us.
RunRecord run() {
  RunRecord run;
  run.marks = 102;
  run.mark_ns = 50;
  return run;
}

class Iterations {
 public:
  Iterations& add(std::int64_t cycle, std::int64_t dose,
                  std::initializer_list<std::int64_t> us_each) {
    for (const std::int64_t wall_us : us_each) {
      IterationRecord record;
      record.kind = dose == 0   ? IterationKind::plain
                    : dose == 1 ? IterationKind::layered
                                : IterationKind::dosed;
      record.cycle = cycle;
      record.dose = dose;
      record.wall_ns = wall_us * us;
      records_.push_back(record);
    }
    return *this;
  }
  Reconciliation reconcile() const { return resnet_bench::reconcile(run(), records_); }

 private:
  std::vector<IterationRecord> records_;
};

// Ratios 1.02, 1.03, 1.02, 1.03: the mean of their logarithms is ln sqrt(1.02 x 1.03).
TEST(Reconcile, OverheadIsOfPairsOfBlocks) {
  Iterations iterations;
  for (const std::int64_t cycle : {1, 2, 3, 4}) {
    const std::int64_t plain = 100 * cycle;  // a machine that slows down, which pairs do not mind
    const std::int64_t percent = cycle % 2 == 1 ? 102 : 103;
    iterations.add(cycle, 0, {plain, plain}).add(cycle, 1, {cycle * percent, cycle * percent});
  }
  const Reconciliation checks = iterations.reconcile();
  EXPECT_EQ(checks.cycles, 4);
  ASSERT_TRUE(checks.overhead);
  EXPECT_NEAR(checks.overhead->share, std::sqrt(1.02 * 1.03) - 1, 1e-12);
  // 3.182446305284263 is scipy.stats.t.ppf(0.975, 3); the deviation of two and two values is
  // half their distance x sqrt(4 / 3).
  const double error = std::log(1.03 / 1.02) / 2 * std::sqrt(4.0 / 3) / 2;
  EXPECT_NEAR(std::log1p(*checks.overhead->high) - std::log1p(*checks.overhead->low),
              2 * 3.182446305284263 * error, 1e-9);
}

TEST(Reconcile, MarksThatExplainTheOverheadAgree) {
  Iterations iterations;
  for (const std::int64_t cycle : {1, 2, 3, 4, 5, 6}) {
    const std::int64_t noise = cycle % 2;
    iterations.add(cycle, 0, {1000 + noise}).add(cycle, 1, {1005 + 2 * noise});
  }
  const Reconciliation checks = iterations.reconcile();
  EXPECT_NEAR(*checks.mark_share, 5.0 / 1000.5, 1e-9);
  EXPECT_NEAR(*checks.predicted_ms, 1.001, 1e-9);
  EXPECT_LE(*checks.predicted->low, 0);
  EXPECT_GE(*checks.predicted->high, 0);
}

// 30 us more than plain, of which marks explain 5.
TEST(Reconcile, TimeThatMarksDoNotExplainDoesNotAgree) {
  Iterations iterations;
  for (const std::int64_t cycle : {1, 2, 3, 4, 5, 6}) {
    const std::int64_t noise = cycle % 2;
    iterations.add(cycle, 0, {1000 + noise}).add(cycle, 1, {1030 + 2 * noise});
  }
  const Reconciliation checks = iterations.reconcile();
  EXPECT_GT(*checks.predicted->low, 0.02);
  EXPECT_NEAR(checks.predicted->share, 0.025, 0.001);
}

// Plain 1000, and 10 a mark.
TEST(Reconcile, DosesOnALine) {
  Iterations iterations;
  iterations.add(1, 0, {1000}).add(1, 1, {1010}).add(2, 0, {1000}).add(2, 1, {1010});
  iterations.add(2, 2, {1020}).add(2, 4, {1040});
  const Reconciliation checks = iterations.reconcile();
  EXPECT_EQ(checks.dosed_cycles, 1);
  EXPECT_NEAR(checks.dose->share, 0.01, 1e-12);
  EXPECT_FALSE(checks.dose->low) << "one cycle has no spread";
  EXPECT_NEAR(checks.extrapolated->share, 0, 1e-12);
}

// The first mark costs 50 and each further one 10: the line through 1, 2 and 4 is at 1040 for none.
TEST(Reconcile, AFirstMarkThatCostsMoreShowsAtNone) {
  Iterations iterations;
  for (const std::int64_t cycle : {1, 2, 3}) {
    const std::int64_t noise = cycle % 2;
    iterations.add(cycle, 0, {1000 + noise}).add(cycle, 1, {1050}).add(cycle, 2, {1060});
    iterations.add(cycle, 4, {1080});
  }
  const Reconciliation checks = iterations.reconcile();
  EXPECT_NEAR(checks.extrapolated->share, 0.0395, 0.001);
  EXPECT_GT(*checks.extrapolated->low, 0);
}

TEST(Reconcile, OneCycleIsComparedByItsIterations) {
  const Reconciliation checks =
      Iterations().add(1, 0, {99, 101, 99, 101}).add(1, 1, {109, 111, 109, 111}).reconcile();
  EXPECT_NEAR(checks.overhead->share, 0.1, 1e-12);
  EXPECT_LT(*checks.overhead->low, 0.1);
  EXPECT_GT(*checks.overhead->low, 0.05);
}

TEST(Reconcile, OneIterationOfEachHasARatioAndNoInterval) {
  const Reconciliation checks = Iterations().add(1, 0, {100}).add(1, 1, {103}).reconcile();
  EXPECT_NEAR(checks.overhead->share, 0.03, 1e-12);
  EXPECT_FALSE(checks.overhead->low);
}

TEST(Reconcile, PlainIterationsAloneCompareWithNothing) {
  const Reconciliation checks = Iterations().add(1, 0, {100, 101}).reconcile();
  EXPECT_EQ(checks.cycles, 0);
  EXPECT_FALSE(checks.overhead);
  EXPECT_FALSE(checks.predicted);
  EXPECT_FALSE(checks.dose);
}

}  // namespace
}  // namespace resnet_bench
