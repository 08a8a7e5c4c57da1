#include "benchmark/mark_cost.hpp"
#include "support/fake_time.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

/// A mark that takes 20 ns, and in the first round 5000.
class SlowMarker final : public test::FakeMarker {
 public:
  explicit SlowMarker(test::FakeClock& clock) : FakeMarker(clock), clock_(clock) {}
  void reset() override {
    ++rounds_;
    FakeMarker::reset();
  }
  void mark() override {
    clock_.wait(rounds_ == 1 ? 5000 : 20);
    FakeMarker::mark();
  }

 private:
  test::FakeClock& clock_;
  int rounds_ = 0;
};

// The fake clock itself moves by 1 to 7 when it is read, 4 on average.
TEST(MarkCost, IsWhatAMarkTakes) {
  test::FakeClock clock;
  SlowMarker marker(clock);
  EXPECT_NEAR(measure_mark_ns(marker, 1000, [&] { return clock.read(); }), 24, 0.1);
}

}  // namespace
}  // namespace resnet_bench
