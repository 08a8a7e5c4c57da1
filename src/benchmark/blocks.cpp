#include "benchmark/blocks.hpp"

#include "resnet_bench/random.hpp"
#include "resnet_bench/timing.hpp"

#include <string>
#include <utility>

namespace resnet_bench {

std::vector<Block> blocks_of_cycle(std::int64_t seed, std::int64_t cycle, bool with_doses) {
  std::vector<Block> blocks = {{IterationKind::plain, 0}};
  if (!layer_timing) return blocks;
  blocks.push_back({IterationKind::layered, 1});
  if (with_doses) {
    blocks.push_back({IterationKind::dosed, 2});
    blocks.push_back({IterationKind::dosed, most_dose});
  }
  // Fisher and Yates' shuffle.
  const RandomStream random(seed, "order of blocks in cycle " + std::to_string(cycle));
  for (std::size_t last = blocks.size() - 1; last > 0; --last) {
    std::swap(blocks[last], blocks[random.bits(last) % (last + 1)]);
  }
  return blocks;
}

}  // namespace resnet_bench
