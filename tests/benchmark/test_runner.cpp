#include "resnet_bench/error.hpp"

#include "backends/reference/reference_backend.hpp"
#include "benchmark/runner.hpp"
#include "support/fake_time.hpp"
#include "support/networks.hpp"
#include "support/recording_sink.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace resnet_bench {
namespace {

class RunnerTest : public testing::Test {
 protected:
  explicit RunnerTest(double learning_rate = 0.01)
      : net_(*backend_,
             {.model = "net",
              .batch = 2,
              .image_size = 8,
              .classes = 3,
              .sgd = {.learning_rate = learning_rate}},
             test::three_layers(3)) {}

  Runner make(const RunnerOptions& options) {
    return Runner(net_.session, net_.network, net_.plan, marker_, options,
                  [this] { return clock_.read(); });
  }

  std::unique_ptr<Backend> backend_ = make_reference_backend({});
  test::Prepared net_;
  test::FakeClock clock_;
  test::FakeMarker marker_{clock_};
  test::RecordingSink sink_;
  SilentProgress progress_;
};

TEST_F(RunnerTest, RunsAsManyLayeredIterationsAsPlainOnesAndWarmUpBeside) {
  EXPECT_EQ(make({.warmup = 3, .iterations = 5}).run(sink_, progress_), RunEnd::done);
  EXPECT_EQ(sink_.count(IterationKind::warmup), 3);
  EXPECT_EQ(sink_.count(IterationKind::plain), 5);
  EXPECT_EQ(sink_.count(IterationKind::layered), layer_timing ? 5 : 0);
  EXPECT_EQ(sink_.end, RunEnd::done);
  EXPECT_EQ(sink_.ends, 1);
}

TEST_F(RunnerTest, PlainIterationsTakeTwoMarksAndLayeredOnesOneMoreThanSteps) {
  make({.warmup = 1, .iterations = 1}).run(sink_, progress_);
  const auto steps = static_cast<std::int64_t>(net_.plan.schedule.size());
  // Each block has one iteration that settles and one that is measured.
  EXPECT_EQ(marker_.marks(), 2 + 2 * 2 + (layer_timing ? 2 * (steps + 1) : 0));
}

TEST_F(RunnerTest, ZeroLayerTimingLeavesNoRowOfALayer) {
  if (layer_timing) GTEST_SKIP() << "for LAYER_TIMING=0";
  make({.warmup = 1, .iterations = 4}).run(sink_, progress_);
  EXPECT_TRUE(sink_.steps.empty());
  EXPECT_TRUE(sink_.statistics.empty());
}

TEST_F(RunnerTest, NumbersIterationsInOrderAndTakesWallTimeOutsideTheMarks) {
  make({.warmup = 2, .iterations = 4}).run(sink_, progress_);
  for (std::size_t i = 0; i < sink_.iterations.size(); ++i) {
    const IterationRecord& iteration = sink_.iterations[i];
    EXPECT_EQ(iteration.number, static_cast<std::int64_t>(i));
    EXPECT_GT(iteration.wall_ns, iteration.marks_ns);
    EXPECT_GT(iteration.marks_ns, 0);
    ASSERT_TRUE(iteration.loss.has_value());
  }
}

TEST_F(RunnerTest, EachBlockSettlesOnceWithItsOwnMarks) {
  // Five cycles of 500, of which the third has doses.
  make({.warmup = 1, .iterations = 2500}).run(sink_, progress_);
  EXPECT_EQ(sink_.count(IterationKind::plain), 2500);
  EXPECT_EQ(sink_.count(IterationKind::settle), layer_timing ? 5 * 2 + 2 : 5);
  EXPECT_NE(sink_.iterations.back().kind, IterationKind::settle);
  std::map<std::int64_t, std::vector<IterationRecord>> blocks;
  for (const IterationRecord& iteration : sink_.iterations) {
    blocks[iteration.block].push_back(iteration);
  }
  for (const auto& [number, block] : blocks) {
    for (const IterationRecord& iteration : block) {
      EXPECT_EQ(iteration.kind, block.front().kind) << number;
      EXPECT_EQ(iteration.dose, block.front().dose) << number;
    }
    if (block.front().kind == IterationKind::settle) {
      EXPECT_EQ(block.size(), 1U);
      EXPECT_EQ(blocks.at(number + 1).front().dose, block.front().dose);
    }
  }
}

TEST_F(RunnerTest, ADoseIsThatManyMarksBehindEachStep) {
  if (!layer_timing) GTEST_SKIP() << "LAYER_TIMING=0 has plain iterations alone";
  make({.warmup = 0, .iterations = 100}).run(sink_, progress_);
  const auto steps = static_cast<std::int64_t>(net_.plan.schedule.size());
  std::int64_t marks = 0;
  std::set<std::int64_t> doses;
  for (const IterationRecord& iteration : sink_.iterations) {
    marks += iteration.dose == 0 ? 2 : 1 + iteration.dose * steps;
    if (iteration.kind == IterationKind::dosed) doses.insert(iteration.dose);
  }
  EXPECT_EQ(marker_.marks(), marks);
  EXPECT_EQ(doses, (std::set<std::int64_t>{2, 4}));
  EXPECT_EQ(most_marks(net_.plan), 4 * steps + 1);
}

TEST_F(RunnerTest, SaysWhyItStopped) {
  make({.warmup = 1, .iterations = 3}).run(sink_, progress_);
  EXPECT_EQ(sink_.records_at_end.stopped, "iterations");
  make({.warmup = 1, .max_seconds = 1e-6}).run(sink_, progress_);
  EXPECT_EQ(sink_.records_at_end.stopped, "seconds");
  // The fake clock's iterations are all nearly as long.
  make({.warmup = 1}).run(sink_, progress_);
  EXPECT_EQ(sink_.records_at_end.stopped, "interval");
  EXPECT_EQ(sink_.iterations.back().cycle, 8);
  EXPECT_EQ(sink_.records_at_end.plain_verdict, "steady");
}

TEST_F(RunnerTest, WarmsUpUntilSteadyWhereNobodySaysHowLong) {
  // A tenth of this may be warm-up, and a twentieth of that at least, which is 5000 ns.
  make({.iterations = 1, .max_seconds = 1e-3}).run(sink_, progress_);
  const std::int64_t length = sink_.count(IterationKind::warmup);
  ASSERT_GE(length, 8);
  const IterationRecord& last = sink_.iterations[static_cast<std::size_t>(length - 1)];
  EXPECT_GT(last.start_ns + last.wall_ns, 5'000);
  EXPECT_LT(last.start_ns, 10'000);
  EXPECT_EQ(sink_.records_at_end.warmup_verdict, "steady");
  sink_ = {};
  make({.max_seconds = 1e-12}).run(sink_, progress_);
  EXPECT_EQ(sink_.count(IterationKind::warmup), 2) << "the least";
}

TEST_F(RunnerTest, StatisticsOfIterationsAreOfTheirWallTimes) {
  make({.warmup = 1, .iterations = 7}).run(sink_, progress_);
  ASSERT_EQ(sink_.run_stats.size(), layer_timing ? 2U : 1U);
  for (const RunStatRecord& stat : sink_.run_stats) {
    std::int64_t sum_ns = 0;
    for (const IterationRecord& iteration : sink_.iterations) {
      if (iteration.kind == stat.kind) sum_ns += iteration.wall_ns;
    }
    EXPECT_EQ(stat.sum_ns, sum_ns);
    EXPECT_EQ(stat.iterations, 7);
    EXPECT_LE(*stat.series.mean_ci_low_ns, stat.mean_ns);
    EXPECT_GE(*stat.series.mean_ci_high_ns, stat.mean_ns);
  }
}

TEST_F(RunnerTest, StopsWhenTheTimeIsOver) {
  make({.warmup = 1, .max_seconds = 1e-6}).run(sink_, progress_);
  EXPECT_GE(sink_.count(IterationKind::plain), 1);
  EXPECT_LT(sink_.count(IterationKind::plain), 300);
  EXPECT_EQ(sink_.end, RunEnd::done);
}

TEST_F(RunnerTest, EndsWithAsManyLayeredIterationsAsPlainOnesWhateverTheTime) {
  for (const double seconds : {1e-7, 1e-6, 3e-6, 1e-5, 2e-5, 5e-5}) {
    test::RecordingSink sink;
    make({.warmup = 1, .max_seconds = seconds}).run(sink, progress_);
    EXPECT_EQ(sink.count(IterationKind::layered),
              layer_timing ? sink.count(IterationKind::plain) : 0)
        << seconds;
    EXPECT_NE(sink.iterations.back().kind, IterationKind::settle) << seconds;
  }
}

TEST_F(RunnerTest, ACycleThatTheSinkDidNotTakeIsOfferedAgain) {
  bool failed = false;
  sink_.on_cycle = [&] {
    if (std::exchange(failed, true)) return;
    sink_.iterations.clear();
    throw RunError("busy");
  };
  EXPECT_THROW(make({.warmup = 1, .iterations = 2}).run(sink_, progress_), RunError);
  EXPECT_EQ(sink_.count(IterationKind::plain), 2);
  EXPECT_EQ(sink_.end, RunEnd::failed);
}

TEST_F(RunnerTest, RunsOneIterationOfEachKindHoweverLittleTimeThereIs) {
  make({.warmup = 0, .max_seconds = 1e-12}).run(sink_, progress_);
  EXPECT_EQ(sink_.count(IterationKind::plain), 1);
  EXPECT_EQ(sink_.count(IterationKind::layered), layer_timing ? 1 : 0);
}

TEST_F(RunnerTest, KeepsRawRowsOfWholeIterationsUpToTheCap) {
  if (!layer_timing) GTEST_SKIP() << "LAYER_TIMING=0 has no rows";
  const StepRows rows(net_.network, net_.plan);
  make({.warmup = 1, .iterations = 5, .raw_rows = 2 * rows.rows_per_iteration() + 1})
      .run(sink_, progress_);
  EXPECT_EQ(static_cast<std::int64_t>(sink_.steps.size()), 2 * rows.rows_per_iteration());
  for (const StepStatRecord& record : sink_.statistics) EXPECT_EQ(record.iterations, 5);
}

TEST_F(RunnerTest, AnInterruptKeepsWhatWasFinished) {
  std::atomic<bool> interrupted{false};
  sink_.on_cycle = [&] { interrupted = sink_.cycles == 1; };
  Runner runner = make({.warmup = 1, .iterations = 100'000});
  runner.stop_on(interrupted);
  EXPECT_EQ(runner.run(sink_, progress_), RunEnd::interrupted);
  EXPECT_EQ(sink_.end, RunEnd::interrupted);
  EXPECT_EQ(sink_.count(IterationKind::plain), 1000) << "one block";
  EXPECT_EQ(sink_.statistics.empty(), !layer_timing);
}

TEST_F(RunnerTest, AnInterruptBeforeTheFirstIterationRunsNone) {
  const std::atomic<bool> interrupted{true};
  Runner runner = make({.warmup = 5, .iterations = 5});
  runner.stop_on(interrupted);
  EXPECT_EQ(runner.run(sink_, progress_), RunEnd::interrupted);
  EXPECT_TRUE(sink_.iterations.empty());
}

TEST_F(RunnerTest, ASinkThatFailsEndsTheRunWithItsWords) {
  sink_.on_cycle = [&] {
    if (sink_.cycles == 1) throw RunError("the disk is full");
  };
  try {
    make({.warmup = 1, .iterations = 5}).run(sink_, progress_);
    FAIL() << "nothing thrown";
  } catch (const RunError& error) {
    EXPECT_STREQ(error.what(), "the disk is full");
  }
}

class DivergingRunnerTest : public RunnerTest {
 protected:
  DivergingRunnerTest() : RunnerTest(1e200) {}
};

TEST_F(DivergingRunnerTest, ALossThatIsNotFiniteEndsTheRunAndNamesTheIteration) {
  std::string message;
  try {
    make({.warmup = 1, .iterations = 20}).run(sink_, progress_);
  } catch (const RunError& error) {
    message = error.what();
  }
  EXPECT_NE(message.find("the loss of iteration "), std::string::npos) << message;
  EXPECT_EQ(sink_.end, RunEnd::failed);
  EXPECT_EQ(sink_.reason, message);
  ASSERT_FALSE(sink_.iterations.empty());
  EXPECT_NE(message.find("iteration " + std::to_string(sink_.iterations.back().number) + " is"),
            std::string::npos)
      << message;
}

TEST_F(DivergingRunnerTest, IsLetGoOnWhereThatIsAllowed) {
  EXPECT_EQ(
      make({.warmup = 1, .iterations = 20, .allow_non_finite_loss = true}).run(sink_, progress_),
      RunEnd::done);
  EXPECT_FALSE(sink_.iterations.back().loss.has_value());
}

}  // namespace
}  // namespace resnet_bench
