#pragma once

#include "resnet_bench/roof.hpp"

#include "backends/cpu/thread_team.hpp"

#include <cstdint>

namespace resnet_bench::cpu {

struct RoofEffort {
  std::int64_t largest_bytes = std::int64_t{1} << 30;  ///< of a working set; less where it is short
  double window_seconds = 0.005;                       ///< of which the best counts
  double point_seconds = 0.02;                         ///< for each point of bandwidth
  double sustained_seconds = 0.4;  ///< for each precision, and for the largest working set
};

/// Measures what `team` reaches with all its threads: fp32 and fp64 multiply-adds, and streams of
/// reads alone, two reads and a write, a read and a write, and writes alone, over working sets from
/// 16 KiB a thread up by factors of 4. Where a stream writes, the better of ordinary and of
/// non-temporal stores counts. Throws Refusal where there is no memory.
MachineRoof measure_roof(const ThreadTeam& team, const RoofEffort& effort = {});

}  // namespace resnet_bench::cpu
