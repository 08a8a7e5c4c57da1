#pragma once

#include "resnet_bench/narrow_floats.hpp"
#include "resnet_bench/ops.hpp"

#include "backends/cpu/conv_chooser.hpp"
#include "backends/cpu/conv_library.hpp"
#include "backends/cpu/thread_team.hpp"

#include <memory>

// One function an op, each in a file of its name. The ops keep references to what they are given.
// Types and layouts are of the activations that they read and write.
namespace resnet_bench::cpu {

/// Op<T> by the type of its activations: f32 or bf16.
template <class Base, template <class> class Op, class... Arguments>
std::unique_ptr<Base> make_for(DataType type, const Arguments&... arguments) {
  if (type == DataType::bf16) return std::make_unique<Op<BFloat16>>(arguments...);
  return std::make_unique<Op<float>>(arguments...);
}

std::unique_ptr<ConvOp> make_conv(ConvChooser& chooser, const ConvDesc& desc, LayoutId x,
                                  LayoutId y);
std::unique_ptr<BatchNormOp> make_batch_norm(const ThreadTeam& team, const BatchNormDesc& desc,
                                             DataType type, LayoutId layout);
std::unique_ptr<ReluOp> make_relu(const ThreadTeam& team, const Shape& x, DataType type,
                                  LayoutId layout);
std::unique_ptr<AddOp> make_add(const ThreadTeam& team, const Shape& x, DataType type,
                                LayoutId layout);
std::unique_ptr<MaxPoolOp> make_max_pool(const ThreadTeam& team, const MaxPoolDesc& desc,
                                         DataType type, LayoutId layout);
std::unique_ptr<GlobalAvgPoolOp> make_global_avg_pool(const ThreadTeam& team, const Shape& x,
                                                      DataType type, LayoutId layout);
std::unique_ptr<LinearOp> make_linear(const ThreadTeam& team, const LinearDesc& desc,
                                      DataType type);
std::unique_ptr<SoftmaxCrossEntropyOp> make_softmax_cross_entropy(const ThreadTeam& team,
                                                                  const SoftmaxCrossEntropyDesc&);
std::unique_ptr<SgdOp> make_sgd(const ThreadTeam& team, ConvLibrary* library, const SgdDesc& desc,
                                std::span<const SgdParameter> parameters);
std::unique_ptr<ReorderOp> make_reorder(const ThreadTeam& team, ConvLibrary* library,
                                        const Shape& shape, DataType type, LayoutId from,
                                        LayoutId to);

}  // namespace resnet_bench::cpu
