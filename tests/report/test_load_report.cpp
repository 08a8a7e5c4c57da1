#include "report/example_report.hpp"
#include "report/load_report.hpp"
#include "store/refusal.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

TEST(LoadReport, FiguresOfTheExampleByHand) {
  const Report report = example::report();
  EXPECT_EQ(report.run.model, "tiny");
  EXPECT_EQ(report.ended, RunEnd::done);
  ASSERT_TRUE(report.throughput);
  EXPECT_EQ(report.throughput->iterations, 2);
  EXPECT_NEAR(report.throughput->images_per_second, 16 / 0.0045, 1e-9);
  EXPECT_NEAR(report.throughput->plus_minus, 282.842712475, 1e-6);
  EXPECT_NEAR(report.throughput->jitter, 593.04, 1e-9);
  EXPECT_DOUBLE_EQ(*report.plain_ms, 2.25);
  EXPECT_EQ(report.layered_iterations, 2);
  EXPECT_DOUBLE_EQ(*report.layered_ms, 2.45);
  EXPECT_NEAR(*report.leaves_ms, 2.4, 1e-12);
  EXPECT_NEAR(*report.unattributed_ms, 0.05, 1e-12);
  EXPECT_NEAR(*report.unattributed_share, 0.05 / 2.45, 1e-12);
  EXPECT_NEAR(*report.overhead, 2.45 / 2.25 - 1, 1e-12);
  EXPECT_EQ(*report.first_iteration_ns, 9'000'000);
  EXPECT_DOUBLE_EQ(*report.loss, 2.5);
}

TEST(LoadReport, LeavesSlowestFirstWithoutComposites) {
  const Report report = example::report();
  ASSERT_EQ(report.leaves.size(), 8u);
  const LeafTime& slowest = report.leaves.front();
  EXPECT_EQ(slowest.layer.path, "tiny/conv2");
  EXPECT_EQ(slowest.stat.pass, Pass::BwdWeights);
  EXPECT_EQ(slowest.pass.algorithm, "openblas");
  EXPECT_DOUBLE_EQ(slowest.ms_per_iteration(), 0.5);
  EXPECT_NEAR(slowest.share, 1.0 / 4.8, 1e-12);
  EXPECT_NEAR(*slowest.gflops_per_second(), 4.0, 1e-12);
  EXPECT_NEAR(*slowest.gbytes_per_second(), 0.8, 1e-12);

  const LeafTime& last = report.leaves.back();
  EXPECT_EQ(last.layer.path, "tiny/stage1/relu");
  EXPECT_EQ(last.layer.members, (std::vector<std::string>{"tiny/stage1/bn", "tiny/stage1/relu"}));
  double shares = 0;
  for (const LeafTime& leaf : report.leaves) {
    EXPECT_FALSE(leaf.layer.is_composite);
    shares += leaf.share;
  }
  EXPECT_NEAR(shares, 1, 1e-12);
}

TEST(LoadReport, ARunThatHasOnlyBegun) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  store.begin_run(example::run(), {}, {});
  const Report report = load_report(store.database(), 1);
  EXPECT_EQ(report.ended, RunEnd::unfinished);
  EXPECT_EQ(report.ended_at, "");
  EXPECT_FALSE(report.throughput);
  EXPECT_FALSE(report.layered_ms);
  EXPECT_FALSE(report.leaves_ms);
  EXPECT_TRUE(report.leaves.empty());
}

TEST(LoadReport, AnUnknownRunIsRefused) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  store.begin_run(example::run(), {}, {});
  EXPECT_EQ(message_of([&] { load_report(store.database(), 7); }),
            "run 7 is not in the database; the newest there is 1");
}

}  // namespace
}  // namespace resnet_bench
