#pragma once

#include "resnet_bench/backend.hpp"
#include "resnet_bench/clock_marker.hpp"

#include <cstdint>
#include <functional>

namespace resnet_bench {

/// Reads a steady clock, in nanoseconds. Tests give their own.
using Clock = std::function<std::int64_t()>;

/// What a mark takes of the host's time, in nanoseconds: the median over rounds of `marks` marks
/// one right behind the other. Between two kernels it may cost more, where they have pushed its
/// code and data out of the caches; the overhead by dose tells that.
double measure_mark_ns(Marker& marker, std::int64_t marks, const Clock& clock);

}  // namespace resnet_bench
