#include "benchmark/mark_cost.hpp"

#include "statistics/describe.hpp"

#include <vector>

namespace resnet_bench {

double measure_mark_ns(Marker& marker, std::int64_t marks, const Clock& clock) {
  constexpr int rounds = 21;  // far under a millisecond of clock reads
  std::vector<double> costs;
  for (int round = 0; round < rounds; ++round) {
    marker.reset();
    const std::int64_t begin = clock();
    for (std::int64_t i = 0; i < marks; ++i) marker.mark();
    const std::int64_t end = clock();
    // A device's marks are to be done before the next ones.
    static_cast<void>(marker.times());
    costs.push_back(static_cast<double>(end - begin) / static_cast<double>(marks));
  }
  return median(costs);
}

}  // namespace resnet_bench
