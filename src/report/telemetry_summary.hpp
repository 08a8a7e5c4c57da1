#pragma once

#include "resnet_bench/records.hpp"
#include "resnet_bench/series.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace resnet_bench {

/// Plain iterations with the sampler at work beside those without.
struct SamplerCost {
  std::int64_t with = 0;     ///< plain iterations
  std::int64_t without = 0;  ///< plain iterations
  double share = 0;          ///< mean time with / mean time without - 1
  double plus_minus = 0;     ///< 1.96 standard errors of share
};

/// What the sensors said from the beginning of the first measured iteration to the end of the last,
/// settling in between included. Absent is what the machine does not tell. Counters are
/// differences over that time.
struct TelemetrySummary {
  double seconds = 0;
  std::optional<double> own_processors;      ///< processors' worth of time that this process used
  std::optional<double> other_processors;    ///< that all else used on those allowed to us
  std::optional<double> steal_processors;    ///< that a hypervisor gave to others
  std::optional<double> busy_threads;        ///< mean number of threads that ran
  std::optional<double> waiting_threads;     ///< mean number that were ready but did not
  std::optional<double> clock_mhz;           ///< mean
  std::optional<Series::Range> clock_range;  ///< of one processor
  std::optional<double> temperature_c;       ///< highest
  std::optional<double> throttled;           ///< times
  std::optional<double> quota_seconds;       ///< stopped by a control group's quota
  std::optional<double> package_watts;       ///< mean, of all packages
  std::optional<double> dram_watts;
  std::optional<double> joules_per_image;   ///< packages and DRAM, over all images in that time
  std::optional<double> minor_faults;       ///< an iteration
  std::optional<double> major_faults;       ///< an iteration
  std::optional<double> switches;           ///< an iteration
  std::optional<double> resident_bytes;     ///< most
  std::optional<double> sampler_share;      ///< of one processor's time
  std::optional<SamplerCost> sampler_cost;  ///< absent: only with, or only without
};

/// Nothing where there was no sampler or no measured iteration.
std::optional<TelemetrySummary> summarize_telemetry(const std::vector<TelemetryRecord>& readings,
                                                    const std::vector<IterationRecord>& iterations,
                                                    std::int64_t batch);

}  // namespace resnet_bench
