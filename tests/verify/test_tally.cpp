#include "verify/tally.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace resnet_bench::verify {
namespace {

TEST(Tally, TakesTheLargestErrorRelativeToItsScale) {
  Tally tally(Bound{1e-3});
  tally.see(1e-4, 1, 0);
  tally.see(-5e-4, 2, 3);
  EXPECT_TRUE(tally.passed());
  EXPECT_DOUBLE_EQ(tally.error(), 2.5e-4);
  EXPECT_EQ(tally.image(), 3);
  tally.see(3e-3, 1, 5);
  tally.see(4e-3, 1, 6);
  EXPECT_FALSE(tally.passed());
  EXPECT_DOUBLE_EQ(tally.error(), 4e-3);
  EXPECT_EQ(tally.image(), 5);
}

TEST(Tally, WhereThereIsNothingNothingMayBe) {
  Tally tally(Bound{1e-3});
  tally.see(0, 0, 0);
  EXPECT_TRUE(tally.passed());
  EXPECT_EQ(tally.error(), 0);
  tally.see(1e-30, 0, 1);
  EXPECT_FALSE(tally.passed());
}

TEST(Tally, WhatIsNotANumberIsWrong) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Tally tally(Bound{1e-3});
    tally.see(bad, 1, 2);
    tally.see(0, 1, 3);
    EXPECT_FALSE(tally.passed());
    EXPECT_EQ(tally.error(), HUGE_VAL);
    EXPECT_EQ(tally.image(), 2);
  }
}

TEST(Tally, SeesManyAsItSeesOne) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> scales = {1, 2, 1, 1, 0, 4, 1, 1, 1};
  for (std::vector<double> residuals : {std::vector<double>{0, 1e-4, 0, -2e-4, 0, 1e-4, 0, 0, 9e-4},
                                        {0, 0, 1e-2, 0, 0, 0, 0, 0, 0},
                                        {0, 0, 0, 0, 0, 0, 0, 0, 1e-2},
                                        {0, nan, 0, 0, 0, 0, 0, 0, 0},
                                        {0, 0, 0, 0, 1, 0, 0, 0, 0}}) {
    Tally one(Bound{1e-3});
    Tally many(Bound{1e-3});
    for (std::size_t i = 0; i < residuals.size(); ++i) one.see(residuals[i], scales[i], 4);
    many.see(residuals.data(), scales.data(), 9, 4);
    EXPECT_EQ(one.passed(), many.passed());
    EXPECT_EQ(one.error(), many.error());
    EXPECT_EQ(one.image(), many.image());
  }
}

TEST(Tally, MergesToTheWorst) {
  Tally right(Bound{1e-3});
  right.see(1e-4, 1, 0);
  Tally wrong(Bound{1e-3});
  wrong.see(1e-2, 1, 7);
  const Tally all = merged({right, wrong, right});
  EXPECT_FALSE(all.passed());
  EXPECT_EQ(all.image(), 7);
  EXPECT_DOUBLE_EQ(all.error(), 1e-2);
}

TEST(Worst, IsTheWrongOneOrTheNearestToItsBound) {
  EXPECT_EQ(worst({}), nullptr);
  Tally near(Bound{1e-3});
  near.see(9e-4, 1, 0);
  Tally far(Bound{1});
  far.see(1e-2, 1, 0);
  Tally moved(exact);
  moved.see(0, 1, 0);
  std::vector<Verdict> verdicts = {{"far", far}, {"near", near}, {"moved", moved}};
  EXPECT_EQ(worst(verdicts)->role, "near");
  moved.see(1e-9, 1, 0);
  verdicts.push_back({"wrong", moved});
  EXPECT_EQ(worst(verdicts)->role, "wrong");
}

}  // namespace
}  // namespace resnet_bench::verify
