#include "report/example_report.hpp"
#include "report/verification.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace resnet_bench {
namespace {

/// The example run with what checks of some passes said.
Report verified(std::vector<VerifiedPass> passes, bool asked = true) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  RunRecord run = example::run();
  run.verify = asked;
  store.begin_run(run, example::layers(), example::passes());
  EndRecords end{.end = RunEnd::done};
  if (asked)
    end.verification = VerificationRecords{.passes = std::move(passes), .ns = 1'500'000'000};
  store.end_run(end);
  return load_report(store.database(), store.run_id());
}

/// All passes of the example right, with an error of a tenth of the bound.
std::vector<VerifiedPass> all_right() {
  std::vector<VerifiedPass> passes;
  for (const LayerPassRecord& pass : example::passes()) {
    passes.push_back({.layer = pass.layer, .pass = pass.pass, .error = 1e-7, .bound = 1e-6});
  }
  return passes;
}

TEST(Verification, NamesThePassNearestToItsBound) {
  std::vector<VerifiedPass> passes = all_right();
  passes[1].error = 5e-7;
  passes[2] = {.layer = passes[2].layer, .pass = passes[2].pass, .error = 1e-3, .bound = 1};
  const Report report = verified(passes);
  ASSERT_TRUE(report.verification.has_value());
  EXPECT_EQ(report.verification->wrong, 0);
  EXPECT_EQ(report.verification->passes, static_cast<std::int64_t>(passes.size()));
  EXPECT_EQ(report.verification->leaves, report.verification->of);
  EXPECT_EQ(report.verification->error, 5e-7);
  const std::string text = verification_fact(report).value;
  EXPECT_EQ(text, std::to_string(report.verification->leaves) + " leaves, worst error 5.0e-07 at " +
                      report.verification->path + " " + to_string(passes[1].pass) +
                      " (allowed 1.0e-06), in 1.50 s");
}

TEST(Verification, CountsWhatIsWrongAndWhatWasNotLookedAt) {
  std::vector<VerifiedPass> passes = all_right();
  passes[0].error = HUGE_VAL;
  passes.pop_back();
  const Report report = verified(passes);
  ASSERT_TRUE(report.verification.has_value());
  EXPECT_EQ(report.verification->wrong, 1);
  EXPECT_EQ(report.verification->leaves, report.verification->of - 1);
  const std::string text = verification_fact(report).value;
  EXPECT_NE(text.find(" of " + std::to_string(report.verification->of) + " leaves"),
            std::string::npos);
  EXPECT_NE(text.find("1 passes are WRONG, worst error inf at tiny/stage1/conv1"),
            std::string::npos)
      << text;
}

TEST(Verification, SaysWhyThereIsNone) {
  EXPECT_EQ(verification_fact(verified({}, false)).value, "no: it was not asked for (--no-verify)");
  Report report = example::report();
  EXPECT_FALSE(report.verification.has_value());
  EXPECT_EQ(verification_fact(report).value, "no: the run did not come to that");
  report.run.data = "zeros";
  EXPECT_EQ(verification_fact(report).value, "no: of zeros nothing could be seen");
}

}  // namespace
}  // namespace resnet_bench
