#pragma once

#include "resnet_bench/ops.hpp"
#include "resnet_bench/precision.hpp"

#include "backends/cuda/conv_chooser.hpp"
#include "backends/cuda/device.hpp"

#include <memory>

/// How the backend makes its ops. All put their work on the device's stream and return at once.
namespace resnet_bench::cuda {

std::unique_ptr<ConvOp> make_conv(const Device& device, ConvChooser& chooser, const ConvDesc& desc,
                                  Precision precision, LayoutId x, LayoutId y);
std::unique_ptr<BatchNormOp> make_batch_norm(const Device& device, const BatchNormDesc& desc,
                                             Precision precision, LayoutId layout);
std::unique_ptr<ReluOp> make_relu(const Device& device, LayoutId layout);
std::unique_ptr<AddOp> make_add(const Device& device, LayoutId layout);
std::unique_ptr<MaxPoolOp> make_max_pool(const Device& device, const MaxPoolDesc& desc,
                                         LayoutId layout);
std::unique_ptr<GlobalAvgPoolOp> make_global_avg_pool(const Device& device, const Shape& x,
                                                      LayoutId layout);
std::unique_ptr<LinearOp> make_linear(const Device& device, const LinearDesc& desc,
                                      Precision precision, LayoutId layout);
std::unique_ptr<SoftmaxCrossEntropyOp> make_softmax_cross_entropy(
    const Device& device, const SoftmaxCrossEntropyDesc& desc);
std::unique_ptr<SgdOp> make_sgd(const Device& device, const SgdDesc& desc);
std::unique_ptr<ReorderOp> make_reorder(const Device& device, const Shape& shape, LayoutId from,
                                        LayoutId to);

}  // namespace resnet_bench::cuda
