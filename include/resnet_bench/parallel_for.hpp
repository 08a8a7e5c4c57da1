#pragma once

#include "resnet_bench/host.hpp"

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

namespace resnet_bench {

/// Calls body(begin, end) for parts of [0, count) side by side on all cores this process may use.
/// For set-up: it starts threads and allocates. The body must not throw. `least_part`: below it a
/// thread costs more than it gives, as said for one number an index.
template <class Body>
void parallel_for(std::int64_t count, const Body& body, std::int64_t least_part = 1 << 14) {
  const std::int64_t parts =
      std::clamp<std::int64_t>(count / least_part, 1, usable_processors().cores);
  const auto bound = [&](std::int64_t part) { return count * part / parts; };
  std::vector<std::jthread> threads;
  for (std::int64_t part = 1; part < parts; ++part) {
    threads.emplace_back([&body, begin = bound(part), end = bound(part + 1)] {
      run_on(allowed_processors());  // the calling thread may be bound to one of them
      body(begin, end);
    });
  }
  body(0, bound(1));
}

}  // namespace resnet_bench
