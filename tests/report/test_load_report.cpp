#include "report/example_report.hpp"
#include "report/load_report.hpp"
#include "report/roof_wording.hpp"
#include "report/wording.hpp"
#include "store/refusal.hpp"

#include <gtest/gtest.h>

#include <algorithm>

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

TEST(LoadReport, SharesOfTheRoof) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  std::vector<LayerPassRecord> passes = example::passes();
  RunRecord run = example::run();
  run.roof = add_roof(store.database(), {}, {.compute = {{"fp32", {1e9, {}}}}}, 0.5);
  for (LayerPassRecord& pass : passes) {
    if (pass.layer != 4) continue;
    pass.flops_without_padding = 1'600'000;
    pass.roof_ns = 200'000;
    pass.roof_binds = "compute";
    if (pass.pass == Pass::BwdData) pass.algorithm = "openblas-winograd";
  }
  store.begin_run(run, example::layers(), passes);
  store.write_cycle(example::cycle());
  store.end_run({.end = RunEnd::done, .run_stats = {}, .step_stats = example::stats()});
  const Report report = load_report(store.database(), 1);
  ASSERT_TRUE(report.roof);
  EXPECT_EQ(*report.roof->other_processors, 0.5);
  // Three passes of 0.2 ms at best in two iterations, of 4.8 ms taken.
  EXPECT_NEAR(*report.leaves_roof_share, 1.2 / 4.8, 1e-12);
  const LeafTime& slowest = report.leaves.front();  // 0.5 ms
  EXPECT_NEAR(*slowest.roof_share(), 0.4, 1e-12);
  EXPECT_NEAR(*slowest.intensity(), 4, 1e-12);
  const std::vector<std::string> row = leaf_rows(report, 1).front();
  EXPECT_NE(std::find(row.begin(), row.end(), "40 % compute"), row.end());
  for (const auto& cells : leaf_rows(report, 8)) {
    if (cells.back() != "openblas-winograd") continue;
    EXPECT_NE(std::find(cells.begin(), cells.end(), "50 % compute*"), cells.end());
  }
  std::string facts;
  for (const Fact& fact : roof_facts(report)) facts += fact.name + ": " + fact.value + "\n";
  EXPECT_NE(facts.find("roof: 1.00 GFLOP/s fp32"), std::string::npos) << facts;
  EXPECT_NE(facts.find("WHILE OTHERS USED 0.5 PROCESSORS"), std::string::npos) << facts;
  EXPECT_NE(facts.find("of roof: 25.0 %"), std::string::npos) << facts;
  EXPECT_NE(facts.find("* multiplies less"), std::string::npos) << facts;
  EXPECT_FALSE(example::report().leaves.front().roof_share());
  EXPECT_TRUE(roof_facts(example::report()).empty());
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
