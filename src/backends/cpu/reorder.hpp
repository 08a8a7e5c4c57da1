#pragma once

#include "resnet_bench/tensor.hpp"

#include "backends/cpu/thread_team.hpp"

namespace resnet_bench::cpu {

/// to = from in to's layout, both the backend's own or plain. Shapes and types are equal; the
/// memories do not overlap.
void reorder(const ThreadTeam& team, const Tensor& from, const Tensor& to);

}  // namespace resnet_bench::cpu
