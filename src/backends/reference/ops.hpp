#pragma once

#include "resnet_bench/ops.hpp"

#include <memory>

/// The ops of the reference backend, one file each. `type` is that of activations and of weights as
/// they are read, `layout` that of activations: plain or nhwc. Everything is computed in double and
/// rounded where it is stored.
namespace resnet_bench::reference {

std::unique_ptr<ConvOp> make_conv(const ConvDesc&, DataType type, LayoutId layout);
std::unique_ptr<BatchNormOp> make_batch_norm(const BatchNormDesc&, DataType type, LayoutId layout);
std::unique_ptr<ReluOp> make_relu(DataType type, LayoutId layout);
std::unique_ptr<AddOp> make_add(DataType type, LayoutId layout);
std::unique_ptr<MaxPoolOp> make_max_pool(const MaxPoolDesc&, DataType type, LayoutId layout);
std::unique_ptr<GlobalAvgPoolOp> make_global_avg_pool(DataType type, LayoutId layout);
std::unique_ptr<LinearOp> make_linear(DataType type, LayoutId layout);
std::unique_ptr<SoftmaxCrossEntropyOp> make_softmax_cross_entropy(const SoftmaxCrossEntropyDesc&,
                                                                  DataType type);
std::unique_ptr<SgdOp> make_sgd(const SgdDesc&, DataType type);
std::unique_ptr<ReorderOp> make_reorder(DataType type, LayoutId to);

}  // namespace resnet_bench::reference
