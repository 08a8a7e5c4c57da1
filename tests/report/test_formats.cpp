#include "report/example_report.hpp"
#include "report/fields.hpp"
#include "report/formats.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace resnet_bench {
namespace {

using Printer = void (*)(const std::vector<Report>&, std::ostream&);

std::string printed(Printer print, const std::vector<Report>& reports) {
  std::ostringstream out;
  print(reports, out);
  return out.str();
}

/// Reads csv as RFC 4180 has it.
std::vector<std::vector<std::string>> parse_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      rows.back().back() += '"';
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && c == ',') {
      rows.back().emplace_back();
    } else if (!quoted && c == '\n') {
      rows.emplace_back(1);
    } else {
      rows.back().back() += c;
    }
  }
  rows.pop_back();
  return rows;
}

std::vector<std::vector<std::string>> parse_tsv(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\t') {
      rows.back().emplace_back();
    } else if (c == '\n') {
      rows.emplace_back(1);
    } else if (c == '\\') {
      const char next = text[++i];
      rows.back().back() += next == 't' ? '\t' : next == 'n' ? '\n' : next == 'r' ? '\r' : next;
    } else {
      rows.back().back() += c;
    }
  }
  rows.pop_back();
  return rows;
}

std::string cell(const std::vector<std::vector<std::string>>& rows, std::size_t row,
                 const std::string& column) {
  const auto& head = rows.at(0);
  const auto at = std::find(head.begin(), head.end(), column) - head.begin();
  return rows.at(row).at(static_cast<std::size_t>(at));
}

TEST(Table, OfTheExample) {
  EXPECT_EQ(printed(print_table, {example::report()}),
            "tiny v1.5, train, batch 8, fp32 on cpu\n"
            "  network       32x32, 10 classes, 1,234 parameters, input random\n"
            "  device        cpu: Some CPU @ 2 GHz, 2 threads, cores 0-1\n"
            "  preset        open, workload w1\n"
            "  plan          fusion none, layout nhwc, peak memory 4.77 MiB\n"
            "  libraries     openblas 0.3.21, sqlite 3.40.1\n"
            "  labels        driver=550, \"new\", site=Ä\n"
            "  run           1, 01900000-0000-7000-8000-000000000001, done, begun "
            "2026-11-30T12:00:00.000Z on box\n"
            "\n"
            "  throughput    3555.6 images/s: 16 images in 4.50 ms, 2 plain iterations\n"
            "  plain         2.250 ms an iteration, no layer timed; 95 % interval 2.205 to 2.295 "
            "ms, +-2.00 %; median 2.240\n"
            "  layered       2.450 ms an iteration, every layer timed, 2 layered "
            "iterations\n"
            "  leaves        2.400 ms, the sum of all of them\n"
            "  unattributed  +0.050 ms, +2.04 % of layered: measured, but in no layer\n"
            "  verified      no: the run did not come to that\n"
            "  overhead      +8.89 % (95 %: -42.99 to +107.96) of plain, in 1 cycle of blocks in "
            "random order: at most 107.96 %; simple ratio +8.89 %\n"
            "  marks         9 of 50.0 ns each, 0.0156 % of plain; layered less marks 2.450 ms, "
            "+8.87 % (95 %: -43.00 to +107.94) of plain: agrees\n"
            "  steady        plain too few to tell whether steady; warm-up of 1 too few to tell "
            "whether steady\n"
            "  before        setup 11.00 ms, memory and initial values 22.00 ms, first iteration "
            "9.00 ms\n"
            "  loss          2.5000 at the end\n"
            "\n"
            "All passes of leaf layers, slowest first\n"
            "  layer              pass        ms/iteration      +-    share  GFLOP/s  GB/s  of "
            "roof  algorithm\n"
            "  tiny/conv2         BwdWeights         0.500          20.83 %      4.0   0.8         "
            "  openblas\n"
            "  tiny/stage1/conv1  BwdWeights         0.500          20.83 %      4.0   0.8         "
            "  openblas\n"
            "  tiny/conv2         BwdData            0.400          16.67 %      5.0   1.0         "
            "  openblas\n"
            "  tiny/conv2         Fwd                0.400          16.67 %      5.0   1.0         "
            "  openblas\n"
            "  tiny/stage1/conv1  Fwd                0.400  5.00 %  16.67 %      5.0   1.0         "
            "  openblas\n"
            "  tiny/stage1/relu   Bwd                0.100           4.17 %      1.0   4.0         "
            "  fused\n"
            "  optimiser          Update             0.050           2.08 %      0.0   0.1         "
            "  sgd\n"
            "  tiny/stage1/relu   Fwd                0.050           2.08 %      2.0   6.0         "
            "  fused\n"
            "\n"
            "images/sec: 3555.6 +/- 282.8 (jitter = 593.0)\n"
            "total images/sec: 3555.6\n");
}

TEST(Table, ShowsFifteenOfMany) {
  Report report = example::report();
  for (int i = 0; i < 10; ++i) report.leaves.push_back(report.leaves.back());
  const std::string text = printed(print_table, {report});
  EXPECT_NE(text.find("The 15 slowest of 18 passes of leaf layers\n"), std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '%'), 15 + 11);
}

TEST(Table, SeveralRunsHaveABlankLineBetween) {
  const std::string text =
      printed(print_table, {example::report(), example::report_without_layers()});
  EXPECT_NE(text.find("total images/sec: 3555.6\n\ntiny v1.5"), std::string::npos);
}

TEST(Csv, OneRowARunAndOneALeafsPass) {
  const auto rows = parse_csv(printed(print_csv, {example::report()}));
  ASSERT_EQ(rows.size(), 1u + 1u + 8u);
  for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());

  EXPECT_EQ(cell(rows, 1, "row"), "run");
  EXPECT_EQ(cell(rows, 1, "model"), "tiny");
  EXPECT_EQ(cell(rows, 1, "ended"), "done");
  EXPECT_EQ(cell(rows, 1, "labels"), "driver=550, \"new\";site=Ä");
  EXPECT_NEAR(std::stod(cell(rows, 1, "images_per_second")), 16 / 0.0045, 1e-9);
  EXPECT_EQ(cell(rows, 1, "path"), "");

  EXPECT_EQ(cell(rows, 2, "row"), "leaf");
  EXPECT_EQ(cell(rows, 2, "model"), "tiny");
  EXPECT_EQ(cell(rows, 2, "images_per_second"), "");
  EXPECT_EQ(cell(rows, 2, "module"), example::conv_module);
  EXPECT_EQ(cell(rows, 2, "sum_ns"), "1000000");
  EXPECT_EQ(cell(rows, 2, "ms_per_iteration"), "0.5");
  EXPECT_EQ(cell(rows, 2, "verified_error"), "");
  EXPECT_EQ(cell(rows, 9, "members"), "tiny/stage1/bn;tiny/stage1/relu");
}

TEST(Csv, SeveralRunsHaveOneHeader) {
  const auto rows =
      parse_csv(printed(print_csv, {example::report(), example::report_without_layers()}));
  ASSERT_EQ(rows.size(), 1u + 9u + 1u);
  EXPECT_EQ(cell(rows, 10, "row"), "run");
  EXPECT_EQ(cell(rows, 10, "run"), "2");
  EXPECT_EQ(cell(rows, 10, "layered_ms"), "");
}

TEST(Csv, QuotesWhatNeedsIt) {
  Report report = example::report_without_layers();
  report.run.command_line = "resnet_bench --label \"a,b\"\n--x\ty\\z";
  const std::string text = printed(print_csv, {report});
  EXPECT_NE(text.find("\"resnet_bench --label \"\"a,b\"\"\n--x\ty\\z\""), std::string::npos);
  EXPECT_EQ(cell(parse_csv(text), 1, "command_line"), report.run.command_line);
}

TEST(Tsv, HasTheRowsOfCsv) {
  const std::vector<Report> reports = {example::report(), example::report_without_layers()};
  EXPECT_EQ(parse_tsv(printed(print_tsv, reports)), parse_csv(printed(print_csv, reports)));
}

TEST(Tsv, EscapesWhatWouldEndACell) {
  Report report = example::report_without_layers();
  report.run.command_line = "a\tb\nc\rd\\e";
  const std::string text = printed(print_tsv, {report});
  EXPECT_NE(text.find("a\\tb\\nc\\rd\\\\e"), std::string::npos);
  EXPECT_EQ(cell(parse_tsv(text), 1, "command_line"), report.run.command_line);
}

TEST(Json, IsAnArrayOfRunsWithTheirLeaves) {
  const auto document = nlohmann::json::parse(
      printed(print_json, {example::report(), example::report_without_layers()}));
  ASSERT_EQ(document.size(), 2u);
  const auto& run = document[0];
  EXPECT_EQ(run["model"], "tiny");
  EXPECT_EQ(run["labels"]["driver"], "550, \"new\"");
  EXPECT_EQ(run["peak_bytes"], 5'000'000);
  EXPECT_NEAR(run["unattributed_ms"].get<double>(), 0.05, 1e-12);
  ASSERT_EQ(run["leaves"].size(), 8u);
  EXPECT_EQ(run["leaves"][0]["path"], "tiny/conv2");
  EXPECT_EQ(run["leaves"][0]["pass"], "BwdWeights");
  EXPECT_EQ(run["leaves"][7]["members"][1], "tiny/stage1/relu");
  EXPECT_TRUE(run["leaves"][0]["verified_error"].is_null());
  EXPECT_TRUE(document[1]["layered_ms"].is_null());
  EXPECT_TRUE(document[1]["leaves"].empty());
}

TEST(Json, HasTheFieldsOfCsv) {
  const auto document = nlohmann::json::parse(printed(print_json, {example::report()}));
  const auto rows = parse_csv(printed(print_csv, {example::report()}));
  for (const std::string& column : rows[0]) {
    EXPECT_TRUE(column == "row" || document[0].contains(column) ||
                document[0]["leaves"][0].contains(column))
        << column;
  }
  // "leaves" is in the one, "row" in the other.
  EXPECT_EQ(rows[0].size(), document[0].size() + document[0]["leaves"][0].size());
}

TEST(Json, SurvivesBytesThatAreNoText) {
  Report report = example::report_without_layers();
  report.run.command_line = "bad \xff byte";
  EXPECT_EQ(nlohmann::json::parse(printed(print_json, {report}))[0]["command_line"],
            "bad \xef\xbf\xbd byte");
}

TEST(Markdown, HasAllLeavesAndEscapes) {
  Report report = example::report();
  report.run.device_model = "a|b *c*";
  report.run.labels = {{"note", "two\nlines"}};
  const std::string text = printed(print_markdown, {report});
  EXPECT_EQ(text.rfind("## tiny v1.5, train, batch 8, fp32 on cpu\n\n| | |\n|---|---|\n", 0), 0u);
  EXPECT_NE(text.find("| device | cpu: a\\|b \\*c\\*, 2 threads, cores 0-1 |\n"),
            std::string::npos);
  EXPECT_NE(text.find("| labels | note=two lines |\n"), std::string::npos);
  EXPECT_NE(
      text.find(
          "| layer | pass | ms/iteration | +- | share | GFLOP/s | GB/s | of roof | algorithm |\n"
          "|---|---|---:|---:|---:|---:|---:|---:|---|\n"
          "| tiny/conv2 | BwdWeights | 0.500 |  | 20.83 % | 4.0 | 0.8 |  | openblas |\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("| tiny/stage1/relu | Fwd | 0.050 |"), std::string::npos);
  EXPECT_NE(text.find("\n```\nimages/sec: 3555.6"), std::string::npos);
}

}  // namespace
}  // namespace resnet_bench
