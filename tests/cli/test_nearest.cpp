#include "cli/nearest.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

const std::vector<std::string> names{"--init", "--iterations", "--batch_size", "--batch", "--raw"};

TEST(Nearest, TheWordItself) { EXPECT_EQ(nearest("--batch", names), "--batch"); }

TEST(Nearest, OneEditAway) {
  EXPECT_EQ(nearest("--bathc", names), "--batch");   // swapped
  EXPECT_EQ(nearest("--bach", names), "--batch");    // one missing
  EXPECT_EQ(nearest("--batchh", names), "--batch");  // one too many
  EXPECT_EQ(nearest("--row", names), "--raw");       // another
}

TEST(Nearest, AnAbbreviationComesBeforeAMisspelling) {
  EXPECT_EQ(nearest("--iter", names), "--iterations");
  EXPECT_EQ(nearest("--initial", names), "--init");
}

TEST(Nearest, DashesAndCaseDoNotCount) {
  EXPECT_EQ(nearest("batch-size", names), "--batch_size");
  EXPECT_EQ(nearest("-BATCH", names), "--batch");
}

TEST(Nearest, AlwaysNamesOne) {
  EXPECT_EQ(nearest("", names), "--raw");
  EXPECT_EQ(nearest(std::string(100'000, 'x'), {"a", "xx"}), "xx");
}

}  // namespace
}  // namespace resnet_bench
