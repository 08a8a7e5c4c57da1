#include "backends/cpu/cpu_backend.hpp"
#include "benchmark/step_rows.hpp"
#include "models/catalogue.hpp"
#include "support/fake_time.hpp"
#include "support/networks.hpp"

#include <gtest/gtest.h>

#include <map>

namespace resnet_bench {
namespace {

using test::Case;

std::vector<Case> every_model_mode_and_fusion() {
  std::vector<Case> cases;
  for (const ModelInfo& model : model_catalogue()) {
    for (Fusion fusion : {Fusion::none, Fusion::bn}) {
      cases.emplace_back(model.name, true, fusion);
      cases.emplace_back(model.name, false, fusion);
    }
    cases.emplace_back(model.name, false, Fusion::fold);
  }
  return cases;
}

NetworkOptions tiny(const Case& of) {
  NetworkOptions options = test::small(std::get<0>(of), "v1.5", std::get<1>(of), std::get<2>(of));
  options.image_size = 32;
  return options;
}

/// The stamps of one layered iteration, by a fake clock.
std::vector<std::int64_t> layered_iteration(test::Prepared& net, test::FakeClock& clock) {
  test::FakeMarker marker(clock);
  net.session.execution().timing().attach(marker, 1);
  marker.mark();
  net.session.iterate();
  net.session.execution().timing().attach(marker, 0);
  return {marker.times().begin(), marker.times().end()};
}

class StepRowsTest : public testing::TestWithParam<Case> {};

TEST_P(StepRowsTest, LeavesSumToTheIterationAndCompositesToTheirLeaves) {
  if (!layer_timing) GTEST_SKIP() << "LAYER_TIMING=0 takes no marks between layers";
  const auto backend = make_cpu_backend({.threads = 1});
  test::Prepared net(*backend, tiny(GetParam()));
  test::FakeClock clock;
  const std::vector<std::int64_t> stamps = layered_iteration(net, clock);
  ASSERT_EQ(stamps.size(), net.plan.schedule.size() + 1);

  const std::vector<LayerRecord> layers = layer_records(net.network);
  const StepRows step_rows(net.network, net.plan);
  const std::vector<LogStepRecord> rows = step_rows.rows(0, stamps);
  std::int64_t leaves = 0;
  std::map<std::pair<std::int64_t, bool>, std::int64_t> below;  // (composite, forward) -> sum
  for (const LogStepRecord& row : rows) {
    const LayerRecord& layer = layers[static_cast<std::size_t>(row.layer)];
    if (layer.is_composite) continue;
    leaves += row.duration_ns;
    for (std::int64_t above = layer.parent; above >= 0;
         above = layers[static_cast<std::size_t>(above)].parent) {
      below[{above, row.pass == Pass::Fwd}] += row.duration_ns;
    }
  }
  EXPECT_EQ(leaves, stamps.back() - stamps.front());
  int composites = 0;
  for (const LogStepRecord& row : rows) {
    const LayerRecord& layer = layers[static_cast<std::size_t>(row.layer)];
    if (!layer.is_composite) continue;
    ++composites;
    EXPECT_EQ(row.duration_ns, (below[{row.layer, row.pass == Pass::Fwd}]))
        << layer.path << " " << to_string(row.pass);
  }
  EXPECT_GT(composites, 10);
}

INSTANTIATE_TEST_SUITE_P(All, StepRowsTest, testing::ValuesIn(every_model_mode_and_fusion()),
                         test::case_name);

TEST(StepRows, AnEmptyBranchTakesNoTime) {
  if (!layer_timing) GTEST_SKIP() << "LAYER_TIMING=0 takes no marks between layers";
  const auto backend = make_cpu_backend({.threads = 1});
  test::Prepared net(*backend, tiny({"resnet18", true, Fusion::bn}));
  test::FakeClock clock;
  const StepRows step_rows(net.network, net.plan);
  const std::vector<LayerRecord> layers = layer_records(net.network);
  int empty = 0;
  for (const LogStepRecord& row : step_rows.rows(0, layered_iteration(net, clock))) {
    if (layers[static_cast<std::size_t>(row.layer)].path != "resnet18/stage1/block1/G") continue;
    EXPECT_EQ(row.duration_ns, 0);
    ++empty;
  }
  EXPECT_EQ(empty, 2) << "Fwd and Bwd";
}

TEST(StepRows, StatisticsAddUpOverIterations) {
  if (!layer_timing) GTEST_SKIP() << "LAYER_TIMING=0 takes no marks between layers";
  const auto backend = make_cpu_backend({.threads = 1});
  test::Prepared net(*backend, tiny({"resnet18", true, Fusion::bn}));
  test::FakeClock clock;
  StepRows step_rows(net.network, net.plan);
  std::int64_t total = 0;
  for (int i = 0; i < 3; ++i) {
    const std::vector<std::int64_t> stamps = layered_iteration(net, clock);
    step_rows.add(stamps);
    total += stamps.back() - stamps.front();
  }
  std::int64_t layers = 0;
  std::int64_t modules = 0;
  for (const StepStatRecord& record : step_rows.statistics()) {
    EXPECT_EQ(record.iterations, 3);
    EXPECT_EQ(record.calls % 3, 0);
    EXPECT_EQ(record.mean_ns, (record.sum_ns + record.calls / 2) / record.calls);
    if (record.is_composite) continue;
    (record.scope == StepStatRecord::Scope::layer ? layers : modules) += record.sum_ns;
  }
  EXPECT_EQ(layers, total);
  EXPECT_EQ(modules, total);
}

TEST(StepRows, WithoutIterationsThereAreNoStatistics) {
  const auto backend = make_cpu_backend({.threads = 1});
  test::Prepared net(*backend, tiny({"resnet18", false, Fusion::fold}));
  EXPECT_TRUE(StepRows(net.network, net.plan).statistics().empty());
}

TEST(LayerTiming, ZeroTakesNoMarkInALayer) {
  if (layer_timing) GTEST_SKIP() << "LAYER_TIMING=1 takes one mark a step";
  const auto backend = make_cpu_backend({.threads = 1});
  test::Prepared net(*backend, tiny({"resnet50", true, Fusion::bn}));
  test::FakeClock clock;
  test::FakeMarker marker(clock);
  net.session.execution().timing().attach(marker, 1);
  net.session.iterate();
  EXPECT_EQ(marker.marks(), 0);
}

TEST(LayerTiming, BothBuildsPlanTheSameSteps) {
  const auto backend = make_cpu_backend({.threads = 1, .conv = "openblas"});  // no Reorder leaf
  test::Prepared net(*backend, tiny({"resnet50", true, Fusion::bn}));
  // 53 conv, 53 batch norm, 16 forks, pool, average, linear, loss; backward the same with two
  // rows a conv and linear, less the stem's BwdData and the 15 forks whose sum the join before them
  // makes; update.
  EXPECT_EQ(net.plan.schedule.size(), 126U + 126U + 53U + 1U - 1U - 15U + 1U);
}

/// Lets time pass around one leaf, beside its own work.
class Planter : public StepObserver {
 public:
  Planter(test::FakeClock& clock, std::string path, Pass pass, bool inside)
      : clock_(clock), path_(std::move(path)), pass_(pass), inside_(inside) {}
  void before(const Leaf& leaf, Pass pass, const Execution&) override {
    if (inside_ && leaf.path() == path_ && pass == pass_) clock_.wait(planted);
  }
  void after(const Leaf& leaf, Pass pass, const Execution&) override {
    if (!inside_ && leaf.path() == path_ && pass == pass_) clock_.wait(planted);
  }
  static constexpr std::int64_t planted = 1'000'000;

 private:
  test::FakeClock& clock_;
  std::string path_;
  Pass pass_;
  bool inside_;
};

/// The rows of leaves that a planted wait turned up in.
std::vector<std::string> slow_rows(const std::string& path, Pass pass, bool inside) {
  const auto backend = make_cpu_backend({.threads = 1});
  test::Prepared net(*backend, tiny({"resnet18", true, Fusion::none}));
  test::FakeClock clock;
  Planter planter(clock, path, pass, inside);
  net.session.execution().observe(&planter);
  const std::vector<LayerRecord> layers = layer_records(net.network);
  std::vector<std::string> slow;
  for (const LogStepRecord& row :
       StepRows(net.network, net.plan).rows(0, layered_iteration(net, clock))) {
    const LayerRecord& layer = layers[static_cast<std::size_t>(row.layer)];
    if (!layer.is_composite && row.duration_ns >= Planter::planted) {
      slow.push_back(layer.path + " " + to_string(row.pass));
    }
  }
  return slow;
}

TEST(PlantedWait, InALeafIsInItsRow) {
  if (!layer_timing) GTEST_SKIP() << "LAYER_TIMING=0 has no rows";
  EXPECT_EQ(slow_rows("resnet18/stage2/block1/F/conv2", Pass::BwdWeights, true),
            std::vector<std::string>{"resnet18/stage2/block1/F/conv2 BwdWeights"});
  EXPECT_EQ(slow_rows("resnet18/loss", Pass::Fwd, true),
            std::vector<std::string>{"resnet18/loss Fwd"});
}

TEST(PlantedWait, BehindALeafsMarkIsInTheNextRow) {
  if (!layer_timing) GTEST_SKIP() << "LAYER_TIMING=0 has no rows";
  EXPECT_EQ(slow_rows("resnet18/stage2/block1/F/conv2", Pass::Fwd, false),
            std::vector<std::string>{"resnet18/stage2/block1/F/bn2 Fwd"});
  EXPECT_EQ(slow_rows("resnet18/loss", Pass::Fwd, false),
            std::vector<std::string>{"resnet18/loss Bwd"});
}

TEST(PlantedWait, BeforeTheFirstLeafIsInItsRow) {
  if (!layer_timing) GTEST_SKIP() << "LAYER_TIMING=0 has no rows";
  EXPECT_EQ(slow_rows("resnet18/stem/conv", Pass::Fwd, true),
            std::vector<std::string>{"resnet18/stem/conv Fwd"});
}

}  // namespace
}  // namespace resnet_bench
