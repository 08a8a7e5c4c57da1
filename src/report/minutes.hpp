#pragma once

#include "resnet_bench/records.hpp"

#include "report/fact.hpp"
#include "report/throughput.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace resnet_bench {

/// Plain iterations that began in one minute.
struct MinuteThroughput {
  std::int64_t minute = 1;               ///< since the first plain or layered iteration, from 1
  std::optional<Throughput> throughput;  ///< absent: no plain one began then
};

/// Every minute in which an iteration was measured; none of a run of less than two minutes, of
/// which it says nothing.
std::vector<MinuteThroughput> throughput_by_minute(const std::vector<IterationRecord>& iterations,
                                                   std::int64_t batch);

/// The last minute beside the first and the slowest, and all of them, ten a line.
std::vector<Fact> minute_facts(const std::vector<MinuteThroughput>& minutes);

}  // namespace resnet_bench
