#include "report/example_report.hpp"
#include "report/print_report.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

namespace resnet_bench {
namespace {

std::string printed(const Report& report, ReportFormat format) {
  std::ostringstream out;
  print_report({report}, format, out);
  return out.str();
}

TEST(ImagesPerSecond, AsTfCnnBenchmarksPrintsIt) {
  EXPECT_EQ(images_per_second_lines(example::report()),
            "images/sec: 3555.6 +/- 282.8 (jitter = 593.0)\ntotal images/sec: 3555.6\n");
}

TEST(ImagesPerSecond, WithoutAnIterationALineThatSaysSo) {
  EXPECT_EQ(images_per_second_lines(Report{}),
            "images/sec: none, no plain iteration was finished\n");
}

TEST(PrintResults, OfDocumentsForProgramsTheLinesGoToTheOtherStream) {
  for (const auto format : {ReportFormat::csv, ReportFormat::tsv, ReportFormat::json}) {
    std::ostringstream out;
    std::ostringstream err;
    print_results({example::report()}, format, out, err);
    EXPECT_EQ(out.str().find("images/sec"), std::string::npos);
    EXPECT_EQ(err.str(), images_per_second_lines(example::report()));
  }
}

TEST(PrintResults, OfDocumentsForPeopleTheyArePart) {
  for (const auto format : {ReportFormat::table, ReportFormat::md}) {
    std::ostringstream out;
    std::ostringstream err;
    print_results({example::report()}, format, out, err);
    EXPECT_NE(out.str().find(images_per_second_lines(example::report())), std::string::npos);
    EXPECT_EQ(err.str(), "");
  }
}

TEST(PrintReport, NoFormatSaysNaNOrInfinityWhateverIsMissing) {
  Report odd = example::report();
  odd.loss = std::numeric_limits<double>::quiet_NaN();
  for (LeafTime& leaf : odd.leaves) {
    leaf.stat.sum_ns = 0;
    leaf.pass.verified_error = std::numeric_limits<double>::infinity();
  }
  odd.run.learning_rate = std::numeric_limits<double>::infinity();
  for (const Report& report : {Report{}, odd, example::report_without_layers()}) {
    for (const auto format : {ReportFormat::table, ReportFormat::csv, ReportFormat::json,
                              ReportFormat::md, ReportFormat::tsv}) {
      const std::string text = printed(report, format);
      EXPECT_EQ(text.find("nan"), std::string::npos) << text;
      EXPECT_EQ(text.find("inf\n"), std::string::npos) << text;
      EXPECT_EQ(text.find("inf,"), std::string::npos) << text;
      EXPECT_EQ(text.find("inf\t"), std::string::npos) << text;
    }
  }
}

TEST(PrintReport, APartialResultSaysSoFirst) {
  Report report = example::report();
  report.ended = RunEnd::interrupted;
  report.reason = "Ctrl-C";
  for (const auto format : {ReportFormat::table, ReportFormat::md}) {
    const std::string text = printed(report, format);
    const auto at = text.find(
        "NOT A WHOLE RUN: interrupted (Ctrl-C); what follows is of the iterations finished before");
    EXPECT_LT(at, text.find("throughput")) << text;
  }
}

TEST(PrintReport, SaysWhyThereIsNoTimePerLayer) {
  Report report = example::report_without_layers();
  EXPECT_NE(printed(report, ReportFormat::table)
                .find("No time per layer: this build has LAYER_TIMING=0.\n"),
            std::string::npos);
  report.run.layer_timing = true;
  EXPECT_NE(printed(report, ReportFormat::table)
                .find("No time per layer: the run ended before its first layered iteration.\n"),
            std::string::npos);
  report.layered_iterations = 3;
  EXPECT_NE(printed(report, ReportFormat::table)
                .find("No time per layer: the run did not get to write its statistics; its raw "
                      "rows are in log_step.\n"),
            std::string::npos);
}

TEST(PrintReport, OneIterationHasANote) {
  EXPECT_NE(printed(example::report_without_layers(), ReportFormat::table)
                .find("4000.0 images/s: 8 images in 2.00 ms, 1 plain iteration (one only: its "
                      "spread is unknown)"),
            std::string::npos);
}

}  // namespace
}  // namespace resnet_bench
