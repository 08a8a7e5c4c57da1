#include "cli/interrupt.hpp"

#include <gtest/gtest.h>

#include <signal.h>

namespace resnet_bench {
namespace {

TEST(Interrupt, TheFirstSignalSetsTheFlag) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const InterruptGuard guard;
    EXPECT_FALSE(guard.interrupted());
    raise(signal);
    EXPECT_TRUE(guard.interrupted());
  }
}

TEST(InterruptDeathTest, TheSecondEndsAtOnce) {
  const auto twice = [](int first, int second) {
    const InterruptGuard guard;
    raise(first);
    raise(second);
  };
  EXPECT_EXIT(twice(SIGINT, SIGINT), testing::ExitedWithCode(130), "once more to stop at once");
  EXPECT_EXIT(twice(SIGTERM, SIGINT), testing::ExitedWithCode(130), "once more to stop at once");
}

TEST(InterruptDeathTest, AfterwardsSignalsEndAsBefore) {
  const auto later = [] {
    { const InterruptGuard guard; }
    raise(SIGINT);
  };
  EXPECT_EXIT(later(), testing::KilledBySignal(SIGINT), "");
}

}  // namespace
}  // namespace resnet_bench
