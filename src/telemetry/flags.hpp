#pragma once

#include "resnet_bench/records.hpp"
#include "resnet_bench/series.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace resnet_bench {

/// Series by (device, sensor).
using SensorSeries = std::map<std::pair<std::string, std::string>, Series>;

/// What an iteration is compared with.
struct Usual {
  std::int64_t processors = 1;      ///< that this process may run on
  std::optional<double> clock_mhz;  ///< mean of all readings so far
};

/// What makes an iteration suspect, in words with spaces between; empty: nothing. The limits of
/// each word are in docs/columns.md.
std::string flags_of(const IterationRecord& iteration, const SensorSeries& readings,
                     const Usual& usual);

}  // namespace resnet_bench
