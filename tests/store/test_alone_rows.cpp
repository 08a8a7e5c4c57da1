#include "resnet_bench/error.hpp"

#include "store/alone_rows.hpp"
#include "store/example_alone.hpp"
#include "store/example_run.hpp"
#include "store/store.hpp"
#include "store/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

class AloneRows : public testing::Test {
 protected:
  /// A run of the example with its times of layers; its id.
  std::int64_t run(const std::string& uid, RunEnd end, const std::string& plan = "plan") {
    RunRecord record = example::run(uid);
    record.plan_hash = plan;
    record.host = "box";
    record.device = "cpu";
    record.device_model = "A processor";
    record.threads = 2;
    record.pinning = "";
    store_.begin_run(record, example::layers(), example::passes());
    StepStatRecord stat =
        example::stat(StepStatRecord::Scope::layer, 3, "ReLU", false, Pass::Fwd, 2, 1'000'000);
    stat.series.median_ns = 400'000;
    store_.end_run({.end = end, .step_stats = {stat}});
    return store_.run_id();
  }

  TemporaryFolder folder_;
  Store store_{folder_ / "a.db"};
  Database& database_ = store_.database();
};

TEST_F(AloneRows, ComeBackAsTheyWereWritten) {
  AloneRecord record = example::alone("u1");
  record.network_run = run("r", RunEnd::done);
  record.network_source = "stored";
  const std::int64_t id = begin_alone(database_, record);
  EXPECT_EQ(database_.query_text("SELECT ended FROM alone"), "unfinished");
  add_alone_leaf(database_, {example::alone_pass(id, Pass::Fwd)},
                 {example::alone_time(id, Pass::Fwd, "hot", 250'000),
                  example::alone_time(id, Pass::Fwd, "weights cold", 300'000)});
  end_alone(database_, id, RunEnd::done, "");
  EXPECT_EQ(database_.query_text("SELECT ended FROM alone"), "done");
  EXPECT_NE(database_.query_text("SELECT ended_at FROM alone"), "");

  const AloneRecord read = load_alone(database_, id);
  EXPECT_EQ(read.uid, "u1");
  EXPECT_EQ(read.subject, "tiny");
  EXPECT_EQ(read.batch, 2);
  EXPECT_EQ(read.libraries, record.libraries);
  EXPECT_EQ(read.network_run, record.network_run);
  EXPECT_EQ(read.cache_bytes, 8 << 20);
  EXPECT_FALSE(read.roof.has_value());
  const auto passes = load_alone_passes(database_, id);
  ASSERT_EQ(passes.size(), 1u);
  EXPECT_EQ(passes[0].places, (std::vector<std::string>{"tiny/conv1", "tiny/conv2"}));
  EXPECT_EQ(passes[0].problem, "mb2ic8ih8oc8oh8kh3ph1ntiny/conv1");
  EXPECT_EQ(passes[0].work.algorithm, "openblas-winograd");
  EXPECT_EQ(passes[0].work.roof_ns, 200'000.0);
  EXPECT_EQ(passes[0].network_ns, 500'000.0);
  const auto times = load_alone_times(database_, id);
  ASSERT_EQ(times.size(), 2u);
  EXPECT_EQ(times[1].caches, "weights cold");
  EXPECT_EQ(times[1].series.median_ns, 300'000);
  EXPECT_EQ(times[1].copies, 9);
  EXPECT_FALSE(times[1].known);
  EXPECT_FALSE(times[1].series.std_ns.has_value());
}

TEST_F(AloneRows, GoWithTheCallAndOutliveTheRun) {
  AloneRecord record = example::alone("u1");
  record.network_run = run("r", RunEnd::done);
  const std::int64_t id = begin_alone(database_, record);
  add_alone_leaf(database_, {example::alone_pass(id, Pass::Fwd)},
                 {example::alone_time(id, Pass::Fwd, "hot", 250'000)});
  database_.execute("DELETE FROM run");
  EXPECT_FALSE(load_alone(database_, id).network_run.has_value());
  database_.execute("DELETE FROM alone");
  EXPECT_EQ(database_.query_int64("SELECT count(*) FROM alone_pass"), 0);
  EXPECT_EQ(database_.query_int64("SELECT count(*) FROM alone_time"), 0);
}

TEST_F(AloneRows, TheNetworksRunIsTheNewestOfThePlanThatIsDone) {
  const AloneRecord record = example::alone("u");
  EXPECT_EQ(find_network_run(database_, record), std::nullopt);
  run("other plan", RunEnd::done, "another");
  run("failed", RunEnd::failed);
  EXPECT_EQ(find_network_run(database_, record), std::nullopt);
  run("first", RunEnd::done);
  const std::int64_t newest = run("second", RunEnd::done);
  run("interrupted", RunEnd::interrupted);
  EXPECT_EQ(find_network_run(database_, record), newest);
  AloneRecord more_threads = record;
  more_threads.threads = 3;
  EXPECT_EQ(find_network_run(database_, more_threads), std::nullopt);

  const std::string path = database_.query_text("SELECT path FROM layer WHERE id = 3");
  EXPECT_EQ(network_median_ns(database_, newest, path, Pass::Fwd), 400'000.0);
  EXPECT_EQ(network_median_ns(database_, newest, path, Pass::Bwd), std::nullopt);
  EXPECT_EQ(network_median_ns(database_, newest, "nowhere", Pass::Fwd), std::nullopt);
}

TEST_F(AloneRows, WhatCannotBeWrittenIsSaid) {
  begin_alone(database_, example::alone("u1"));
  try {
    begin_alone(database_, example::alone("u1"));
    FAIL();
  } catch (const Refusal& refusal) {
    EXPECT_EQ(std::string(refusal.what()),
              "times of leaves alone cannot be written (UNIQUE constraint failed: alone.uid)");
  }
  EXPECT_THROW(add_alone_leaf(database_, {example::alone_pass(99, Pass::Fwd)}, {}), RunError);
}

}  // namespace
}  // namespace resnet_bench
