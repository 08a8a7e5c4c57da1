#pragma once

#include <cstdint>
#include <string>

/// Numbers as text, the same in every locale.
namespace resnet_bench {

/// "12.30"; with `sign`, "+12.30" where it is not negative.
std::string fixed(double value, int decimals, bool sign = false);

/// "12.3 %" of 0.123
std::string percent(double share, int decimals, bool sign = false);

/// "25,557,032"
std::string with_commas(std::int64_t value);

/// One decimal from 100 up, two below, so that a slow device's figures say something too.
std::string rate(double value);

/// "1.25 s" from a second up, "12.50 ms" below.
std::string duration_text(std::int64_t ns);

}  // namespace resnet_bench
