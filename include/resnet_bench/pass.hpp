#pragma once

#include <cstdint>

namespace resnet_bench {

/// What a leaf does in one step. A leaf has either Bwd or BwdData and BwdWeights, never both, so
/// the rows of leaves never overlap.
enum class Pass : std::uint8_t { Fwd, Bwd, BwdData, BwdWeights, Update };

constexpr int pass_count = 5;

const char* to_string(Pass pass);

}  // namespace resnet_bench
