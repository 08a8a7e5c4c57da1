#pragma once

#include "backends/cpu/thread_team.hpp"

#include <vector>

namespace resnet_bench::cpu {

/// Binds thread i of the team to processors[i], the calling thread being 0. The OpenMP runtime
/// keeps its threads, so this holds for every later use of a team of this size. True: all are
/// bound; false: none is, the system refused.
bool bind_threads(const ThreadTeam& team, const std::vector<int>& processors);

/// Memory that the team's threads touch first from now on comes from all NUMA nodes in turn, page
/// by page, instead of from the toucher's own (set_mempolicy(2)). False: the system refused.
bool interleave_memory(const ThreadTeam& team);

}  // namespace resnet_bench::cpu
