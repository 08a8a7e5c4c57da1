#include "plan/fuse.hpp"

#include "layers/add.hpp"
#include "layers/batch_norm.hpp"
#include "layers/conv.hpp"
#include "layers/relu.hpp"
#include "layers/shortcut_add.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace resnet_bench {
namespace {

using Layers = std::vector<std::unique_ptr<Layer>>;

template <class L>
L* as(Layers& layers, std::size_t i) {
  return i < layers.size() ? dynamic_cast<L*>(layers[i].get()) : nullptr;
}

void erase(Layers& layers, std::size_t first, std::size_t count) {
  const auto begin = layers.begin() + static_cast<std::ptrdiff_t>(first);
  layers.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
}

/// The canonical paths of all that the parts did, in order.
std::vector<std::string> joined_members(std::initializer_list<const Leaf*> parts) {
  std::vector<std::string> members;
  for (const Leaf* part : parts) {
    if (part == nullptr) continue;
    for (std::string& member : part->members()) members.push_back(std::move(member));
  }
  return members;
}

/// A convolution that does a BatchNorm's work, and an add's and a ReLU's where they are given.
std::unique_ptr<Conv> fold(const std::string& name, const Conv& conv, const BatchNorm& norm,
                           const Add* add, const Relu* relu) {
  const ConvDesc& desc = conv.desc();
  auto folded = std::make_unique<Conv>(name, desc.out_channels, desc.kernel, desc.stride, desc.pad,
                                       ConvEpilogue{.batch_norm = true,
                                                    .epsilon = norm.epsilon(),
                                                    .add = add != nullptr,
                                                    .relu = relu != nullptr});
  folded->set_members(joined_members({&conv, &norm, add, relu}));
  return folded;
}

std::unique_ptr<BatchNorm> fuse_norm(const std::string& name, const BatchNorm& norm, const Add* add,
                                     const Relu* relu) {
  auto fused = std::make_unique<BatchNorm>(name, add != nullptr, relu != nullptr);
  fused->set_members(joined_members({&norm, add, relu}));
  return fused;
}

/// Within a Sequential: BatchNorm-ReLU, or Convolution-BatchNorm(-ReLU).
void fuse_chain(Layers& layers, Fusion fusion) {
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (fusion == Fusion::bn) {
      auto* norm = as<BatchNorm>(layers, i);
      auto* relu = as<Relu>(layers, i + 1);
      if (norm == nullptr || relu == nullptr) continue;
      layers[i] = fuse_norm(norm->name(), *norm, nullptr, relu);
      erase(layers, i + 1, 1);
    } else {
      auto* conv = as<Conv>(layers, i);
      auto* norm = as<BatchNorm>(layers, i + 1);
      auto* relu = as<Relu>(layers, i + 2);
      if (conv == nullptr || norm == nullptr) continue;
      layers[i] = fold(conv->name(), *conv, *norm, nullptr, relu);
      erase(layers, i + 1, relu == nullptr ? 1 : 2);
    }
  }
}

/// Moves the end of branch F and the ReLU behind the block into the join, which keeps its name.
/// True where the ReLU was taken.
bool fuse_join(ShortCutAdd& block, const Relu* relu, Fusion fusion) {
  Layers& f = block.f().layers();
  const auto* add = dynamic_cast<const Add*>(block.join().get());
  auto* norm = f.empty() ? nullptr : as<BatchNorm>(f, f.size() - 1);
  if (add == nullptr || norm == nullptr || relu == nullptr) return false;
  if (fusion == Fusion::bn) {
    block.join() = fuse_norm(add->name(), *norm, add, relu);
    f.pop_back();
    return true;
  }
  auto* conv = f.size() < 2 ? nullptr : as<Conv>(f, f.size() - 2);
  if (conv == nullptr) return false;
  block.join() = fold(add->name(), *conv, *norm, add, relu);
  erase(f, f.size() - 2, 2);
  return true;
}

void fuse_tree(Sequential& sequence, Fusion fusion) {
  Layers& layers = sequence.layers();
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (auto* block = as<ShortCutAdd>(layers, i)) {
      if (fuse_join(*block, as<Relu>(layers, i + 1), fusion)) erase(layers, i + 1, 1);
      fuse_tree(block->f(), fusion);
      fuse_tree(block->g(), fusion);
    } else if (auto* inner = as<Sequential>(layers, i)) {
      fuse_tree(*inner, fusion);
    }
  }
  fuse_chain(layers, fusion);
}

}  // namespace

const char* to_string(Fusion fusion) {
  switch (fusion) {
    case Fusion::none:
      return "none";
    case Fusion::bn:
      return "bn";
    case Fusion::fold:
      return "fold";
  }
  return "?";
}

void fuse(Sequential& model, Fusion fusion) {
  if (fusion == Fusion::none) return;
  // Members are canonical paths: they are settled before any path changes.
  for_each_layer(model, [](Layer& layer, int) {
    if (auto* leaf = dynamic_cast<Leaf*>(&layer)) leaf->set_members(leaf->members());
  });
  fuse_tree(model, fusion);
  model.assign_paths("");
}

}  // namespace resnet_bench
