#pragma once

#include "resnet_bench/conv_measurement.hpp"

#include "backends/cuda/cudnn/conv_engines.hpp"
#include "backends/cuda/device.hpp"

#include <memory>
#include <vector>

namespace resnet_bench::cuda {

/// The largest error with which a plan is taken: relative L2 distance from sums in double over
/// samples of the output, both from the same rounded operands.
double largest_conv_error(const ConvProblem& problem);

/// Runs the plans in turn, over several rounds, on tensors of random values. One measurement a
/// plan, in their order, with pass, algorithm, ns, error and workspace_bytes; none where there is
/// no memory to try.
ConvMeasurements measure_conv(const Device& device, const ConvProblem& problem,
                              const std::vector<std::unique_ptr<ConvPlan>>& plans);

}  // namespace resnet_bench::cuda
