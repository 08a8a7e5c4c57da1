#pragma once

#include "backends/cpu/kernels/convert.hpp"
#include "backends/cpu/thread_team.hpp"

namespace resnet_bench::cpu {

/// convert, by all threads.
template <class From, class To>
void convert_split(const ThreadTeam& team, std::int64_t count, const From* from, To* to) {
  team.split_floats(count, [&](std::int64_t begin, std::int64_t end) {
    convert(end - begin, from + begin, to + begin);
  });
}

}  // namespace resnet_bench::cpu
