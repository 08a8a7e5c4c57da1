#pragma once

#include <chrono>
#include <cstdint>
#include <string>

/// What tells one run from every other: when, where, and a name of its own.
namespace resnet_bench {

/// A UUID version 7 (RFC 9562): sorts by the time it was made.
std::string make_uuid_v7();

/// The same from given parts: nanoseconds since 1970 and random bits, of which 62 are used. The
/// time within a millisecond goes into the 12 bits of rand_a (RFC 9562, 6.2, method 3), so that
/// runs of one process sort in the order they began.
std::string format_uuid_v7(std::chrono::nanoseconds since_1970, std::uint64_t random);

/// "2026-11-30T17:40:02.123Z"
std::string utc_timestamp(std::chrono::system_clock::time_point time);
std::string utc_timestamp();  ///< now

/// The name of this machine; "unknown" where it has none.
std::string host_name();

}  // namespace resnet_bench
