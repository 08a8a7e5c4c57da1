#pragma once

#include "resnet_bench/records.hpp"

#include <cstdint>
#include <vector>

namespace resnet_bench {

/// Iterations of one kind in a row.
struct Block {
  IterationKind kind = IterationKind::plain;
  int dose = 0;  ///< marks behind each step
};

/// The most marks behind a step in any block.
constexpr int most_dose = 4;

/// The blocks of one cycle, in an order drawn from (seed, cycle): one of plain and one of layered
/// iterations, and, `with_doses`, of iterations with 2 and with 4 marks behind each step. With
/// LAYER_TIMING=0 a plain one alone.
std::vector<Block> blocks_of_cycle(std::int64_t seed, std::int64_t cycle, bool with_doses);

}  // namespace resnet_bench
