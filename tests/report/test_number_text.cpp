#include "report/number_text.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

TEST(NumberText, Fixed) {
  EXPECT_EQ(fixed(12.345, 2), "12.35");
  EXPECT_EQ(fixed(1e300, 0).size(), 301u);
  EXPECT_EQ(fixed(0.5, 1, true), "+0.5");
  EXPECT_EQ(fixed(-0.5, 1, true), "-0.5");
}

TEST(NumberText, WithCommas) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1000), "1,000");
  EXPECT_EQ(with_commas(25'557'032), "25,557,032");
  EXPECT_EQ(with_commas(-100), "-100");
  EXPECT_EQ(with_commas(-123'456), "-123,456");
}

TEST(NumberText, Rate) {
  EXPECT_EQ(rate(131.04), "131.0");
  EXPECT_EQ(rate(3.4), "3.40");
}

TEST(NumberText, Units) {
  EXPECT_EQ(duration_text(1'250'000'000), "1.25 s");
  EXPECT_EQ(duration_text(12'500'000), "12.50 ms");
}

}  // namespace
}  // namespace resnet_bench
