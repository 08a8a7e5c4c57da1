#include "cli/progress.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <sstream>

namespace resnet_bench {
namespace {

constexpr const char* clear = "\r\x1b[K";

TEST(TerminalProgress, OneLineWrittenOverAndClearedAtTheEnd) {
  std::ostringstream out;
  TerminalProgress progress(out, 80);
  progress.phase("measuring");
  progress.iterations(5, 10, 2.5, 100, 12.34);
  progress.finish();
  EXPECT_EQ(out.str(), std::string(clear) + "measuring" + clear +
                           "measuring [##########..........] 5 of 10 iterations, 2.5 s, "
                           "12.3 images/s" +
                           clear);
}

TEST(TerminalProgress, WithoutATotalTimeSaysHowFar) {
  std::ostringstream out;
  TerminalProgress progress(out, 80);
  progress.iterations(7, 0, 30, 120, 0);
  EXPECT_EQ(out.str(), std::string(clear) + " [#####...............] 7 iterations, 30.0 s");
}

TEST(TerminalProgress, NoLineIsLongerThanTheTerminal) {
  std::ostringstream out;
  TerminalProgress progress(out, 20);
  progress.phase("a phase with a very long name");
  EXPECT_EQ(out.str(), std::string(clear) + "a phase with a very");
}

TEST(TerminalProgress, NotMoreThanTenTimesASecond) {
  std::ostringstream out;
  TerminalProgress progress(out, 80);
  for (int i = 0; i <= 1000; ++i) progress.iterations(i, 0, i / 1000.0, 120, 100);
  const std::string text = out.str();
  EXPECT_LE(std::count(text.begin(), text.end(), '\r'), 11);
}

TEST(TerminalProgress, WithoutAnythingShownNothingIsCleared) {
  std::ostringstream out;
  { TerminalProgress progress(out, 80); }
  EXPECT_EQ(out.str(), "");
}

TEST(SparseProgress, AFewLines) {
  std::ostringstream out;
  SparseProgress progress(out);
  progress.phase("measuring");
  for (int i = 1; i <= 1000; ++i) progress.iterations(i, 1000, i * 0.01, 100, 50);
  progress.finish();
  EXPECT_EQ(out.str(),
            "measuring\n"
            "measuring: 200 of 1000 iterations, 2.0 s, 50.0 images/s\n"
            "measuring: 400 of 1000 iterations, 4.0 s, 50.0 images/s\n"
            "measuring: 600 of 1000 iterations, 6.0 s, 50.0 images/s\n"
            "measuring: 800 of 1000 iterations, 8.0 s, 50.0 images/s\n"
            "measuring: 1000 of 1000 iterations, 10.0 s, 50.0 images/s\n");
}

TEST(SparseProgress, ALongBlockIsOneLine) {
  std::ostringstream out;
  SparseProgress progress(out);
  progress.iterations(90, 100, 1, 100, 50);
  EXPECT_EQ(out.str(), ": 90 of 100 iterations, 1.0 s, 50.0 images/s\n");
}

TEST(MakeProgress, SparseWhereThereIsNoTerminalSilentWhereAsked) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  ASSERT_NE(file, nullptr);
  std::ostringstream out;
  EXPECT_NE(dynamic_cast<SparseProgress*>(make_progress(out, file.get(), false).get()), nullptr);
  EXPECT_NE(dynamic_cast<SilentProgress*>(make_progress(out, file.get(), true).get()), nullptr);
}

}  // namespace
}  // namespace resnet_bench
