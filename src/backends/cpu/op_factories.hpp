#pragma once

#include "resnet_bench/ops.hpp"

#include "backends/cpu/conv_chooser.hpp"
#include "backends/cpu/conv_library.hpp"
#include "backends/cpu/thread_team.hpp"

#include <memory>

// One function an op, each in a file of its name. The ops keep references to what they are given.
// Layouts are of the activations that they read and write.
namespace resnet_bench::cpu {

std::unique_ptr<ConvOp> make_conv(ConvChooser& chooser, const ConvDesc& desc, LayoutId x,
                                  LayoutId y);
std::unique_ptr<BatchNormOp> make_batch_norm(const ThreadTeam& team, const BatchNormDesc& desc,
                                             LayoutId layout);
std::unique_ptr<ReluOp> make_relu(const ThreadTeam& team, const Shape& x, LayoutId layout);
std::unique_ptr<AddOp> make_add(const ThreadTeam& team, const Shape& x, LayoutId layout);
std::unique_ptr<MaxPoolOp> make_max_pool(const ThreadTeam& team, const MaxPoolDesc& desc,
                                         LayoutId layout);
std::unique_ptr<GlobalAvgPoolOp> make_global_avg_pool(const ThreadTeam& team, const Shape& x,
                                                      LayoutId layout);
std::unique_ptr<LinearOp> make_linear(const ThreadTeam& team, const LinearDesc& desc);
std::unique_ptr<SoftmaxCrossEntropyOp> make_softmax_cross_entropy(const ThreadTeam& team,
                                                                  const SoftmaxCrossEntropyDesc&);
std::unique_ptr<SgdOp> make_sgd(const ThreadTeam& team, const SgdDesc& desc);
std::unique_ptr<ReorderOp> make_reorder(const ThreadTeam& team, ConvLibrary* library,
                                        const Shape& shape, LayoutId from, LayoutId to);

}  // namespace resnet_bench::cpu
