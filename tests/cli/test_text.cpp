#include "cli/text.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

TEST(Text, WhatIsUtf8) {
  for (const char* text : {"", "resnet50",
                           "Gr\xc3\xb6\xc3\x9f"
                           "e",
                           "\xe2\x82\xac", "\xf0\x9f\x98\x80"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
}

TEST(Text, WhatIsNot) {
  const std::vector<std::string> texts{"\xff",
                                       "a\x80",
                                       "\xc3",
                                       "\xc0\xaf" /* overlong */,
                                       "\xe0\x80\xaf",
                                       "\xed\xa0\x80" /* surrogate */,
                                       "\xf4\x90\x80\x80" /* too large */,
                                       "\xf0\x80\x80\xaf"};
  for (const std::string& text : texts) EXPECT_FALSE(is_utf8(text)) << in_quotes(text);
}

TEST(Text, QuotedIsOneLineWhateverItHolds) {
  EXPECT_EQ(in_quotes("a b"), "'a b'");
  EXPECT_EQ(in_quotes("a\nb\x1b[2J\x7f"), "'a\\x0ab\\x1b[2J\\x7f'");
  EXPECT_EQ(in_quotes("\xc3\xb6\xff"), "'\xc3\xb6\\xff'");
  EXPECT_EQ(in_quotes("\xc2\x9b"), "'\\xc2\\x9b'");  // a control character above ASCII
  EXPECT_EQ(in_quotes(std::string(1000, 'x')), "'" + std::string(80, 'x') + "...'");
}

TEST(Text, Joined) {
  EXPECT_EQ(joined({}), "");
  EXPECT_EQ(joined({"a", "b"}), "a, b");
  EXPECT_EQ(joined({"a", "b"}, ","), "a,b");
}

}  // namespace
}  // namespace resnet_bench
