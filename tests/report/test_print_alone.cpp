#include "report/print_alone.hpp"
#include "store/alone_rows.hpp"
#include "store/example_alone.hpp"
#include "store/store.hpp"
#include "store/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace resnet_bench {
namespace {

class PrintAlone : public testing::Test {
 protected:
  PrintAlone() {
    id_ = begin_alone(store_.database(), example::alone("u1"));
    std::vector<AloneTimeRecord> times;
    for (const auto& [pass, hot_ns] : {std::pair{Pass::Fwd, 250'000}, {Pass::BwdData, 400'000}}) {
      times.push_back(example::alone_time(id_, pass, "hot", hot_ns));
      times.push_back(example::alone_time(id_, pass, "cold", 2 * hot_ns));
    }
    AlonePassRecord data = example::alone_pass(id_, Pass::BwdData);
    data.network_ns = 900'000.0;
    add_alone_leaf(store_.database(), {example::alone_pass(id_, Pass::Fwd), data}, times);
    end_alone(store_.database(), id_, RunEnd::done, "");
  }

  std::string printed(ReportFormat format) {
    std::ostringstream out;
    print_alone(load_alone_report(store_.database(), id_), format, out);
    return out.str();
  }

  TemporaryFolder folder_;
  Store store_{folder_ / "a.db"};
  std::int64_t id_ = 0;
};

TEST_F(PrintAlone, FiguresAreOfMedians) {
  const AloneReport report = load_alone_report(store_.database(), id_);
  ASSERT_EQ(report.passes.size(), 2u);
  EXPECT_EQ(report.passes[0].record.pass, Pass::BwdData) << "what takes most of the network first";
  const AlonePass& forward = report.passes[1];
  const AloneTimeRecord& hot = *forward.time("hot");
  EXPECT_EQ(forward.time("weights cold"), nullptr);
  EXPECT_DOUBLE_EQ(*forward.network_over("hot"), 2);
  EXPECT_DOUBLE_EQ(*forward.network_over("cold"), 1);
  EXPECT_FALSE(forward.network_over("weights cold").has_value());
  EXPECT_DOUBLE_EQ(*forward.gflops_per_second(hot), 16);
  EXPECT_DOUBLE_EQ(*forward.gbytes_per_second(hot), 4);
  EXPECT_DOUBLE_EQ(*forward.roof_share(hot), 0.8);
  EXPECT_DOUBLE_EQ(*AlonePass::relative_half_width(hot), 0.02);
  const AloneSum sum = sum_of(report, "hot");
  EXPECT_DOUBLE_EQ(sum.network_ms, 2 * (0.5 + 0.9)) << "each stands twice in the network";
  EXPECT_DOUBLE_EQ(sum.alone_ms, 2 * (0.25 + 0.4));
}

TEST_F(PrintAlone, TheTableHasTheRatioToTheNetwork) {
  const std::string text = printed(ReportFormat::table);
  EXPECT_EQ(text.find("tiny v1.5, train, batch 2, fp32 on cpu: leaves alone, of 'conv'\n"), 0u);
  EXPECT_NE(text.find("cold: 9 copies in turn, dropped from all caches by clflushopt"),
            std::string::npos);
  EXPECT_NE(text.find("sum           2.800 ms in the network, 1.300 alone and hot (network / alone "
                      "2.154), 2.600 alone and cold (network / alone 1.077)"),
            std::string::npos);
  EXPECT_NE(text.find("\n  layer       pass     layers  network ms  hot ms     +-  cold ms  "
                      "network/hot  network/cold  GFLOP/s  GB/s        of roof  algorithm\n"
                      "  tiny/conv1  BwdData       2       0.900   0.400  2.0 %    0.800         "
                      "2.25          1.12     10.0   2.5  50 % compute*  openblas-winograd\n"
                      "  tiny/conv1  Fwd           2       0.500   0.250  2.0 %    0.500         "
                      "2.00          1.00     16.0   4.0  80 % compute*  openblas-winograd\n"),
            std::string::npos)
      << text;
}

TEST_F(PrintAlone, MarkdownHasTheSameRows) {
  const std::string text = printed(ReportFormat::md);
  EXPECT_NE(text.find("| tiny/conv1 | Fwd | 2 | 0.500 | 0.250 | 2.0 % | 0.500 | 2.00 | 1.00 | 16.0 "
                      "| 4.0 | 80 % compute\\* | openblas-winograd |\n"),
            std::string::npos)
      << text;
}

TEST_F(PrintAlone, TsvAndCsvHaveARowForEachStateOfTheCaches) {
  std::istringstream lines(printed(ReportFormat::tsv));
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line + "\tend");
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, '\t');) rows.back().push_back(cell);
  }
  ASSERT_EQ(rows.size(), 5u);
  for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());
  const auto cell = [&](std::size_t row, const std::string& name) {
    const auto at = std::find(rows[0].begin(), rows[0].end(), name) - rows[0].begin();
    return rows[row].at(static_cast<std::size_t>(at));
  };
  EXPECT_EQ(cell(3, "pass") + cell(3, "caches"), "Fwdhot");
  EXPECT_EQ(cell(3, "median_ns"), "250000");
  EXPECT_EQ(cell(3, "network_over_alone"), "2");
  EXPECT_EQ(cell(4, "caches"), "cold");
  EXPECT_EQ(cell(4, "places"), "tiny/conv1;tiny/conv2");
  EXPECT_EQ(printed(ReportFormat::csv).find("alone,ended,"), 0u);
}

TEST_F(PrintAlone, JsonNestsTimesInPasses) {
  const auto json = nlohmann::json::parse(printed(ReportFormat::json));
  EXPECT_EQ(json["subject"], "tiny");
  EXPECT_EQ(json["commit"], "abc");
  ASSERT_EQ(json["passes"].size(), 2u);
  EXPECT_EQ(json["passes"][1]["problem"], "mb2ic8ih8oc8oh8kh3ph1ntiny/conv1");
  EXPECT_EQ(json["passes"][1]["times"][0]["caches"], "hot");
  EXPECT_EQ(json["passes"][1]["times"][0]["roof_share"], 0.8);
  EXPECT_TRUE(json["roof"].is_null());
}

TEST_F(PrintAlone, WhatWasNotFinishedSaysSo) {
  end_alone(store_.database(), id_, RunEnd::interrupted, "");
  EXPECT_NE(printed(ReportFormat::table).find("\nNOT ALL OF IT: interrupted; what follows"),
            std::string::npos);
}

TEST_F(PrintAlone, ASuiteHasNoNetworkAndKeepsItsOrder) {
  AloneRecord record = example::alone("u2");
  record.is_suite = true;
  record.variant = "";
  const std::int64_t id = begin_alone(store_.database(), record);
  AlonePassRecord pass = example::alone_pass(id, Pass::Fwd);
  pass.network_ns.reset();
  add_alone_leaf(store_.database(), {pass}, {example::alone_time(id, Pass::Fwd, "hot", 250'000)});
  end_alone(store_.database(), id, RunEnd::done, "");
  id_ = id;
  const std::string text = printed(ReportFormat::table);
  EXPECT_EQ(text.find("suite tiny, train, batch 2"), 0u);
  EXPECT_NE(text.find("network       none: a suite is of no network"), std::string::npos);
  EXPECT_EQ(text.find("network ms"), std::string::npos) << "a column of nothing";
}

}  // namespace
}  // namespace resnet_bench
