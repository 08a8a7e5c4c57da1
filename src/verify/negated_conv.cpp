#include "verify/negated_conv.hpp"

#include "resnet_bench/checked.hpp"

namespace resnet_bench::verify {
namespace {

constexpr std::int64_t alignment = 64;

/// The sign is the highest bit of the last byte in every floating-point type.
void negate(std::span<std::byte> values, DataType type) {
  const auto size = static_cast<std::size_t>(byte_size(type));
  for (std::size_t i = size - 1; i < values.size(); i += size) values[i] ^= std::byte{0x80};
}

Tensor tensor_of(const Footprint& footprint, const std::string& role, const Execution& run) {
  for (const auto* uses : {&footprint.reads, &footprint.writes}) {
    for (const Use& use : *uses) {
      if (use.role == role) return run[use.tensor];
    }
  }
  return {};
}

}  // namespace

Tensor NegatedConv::place(const Tensor& like, std::int64_t& offset) const {
  Tensor tensor = like;
  tensor.data = static_cast<std::byte*>(memory_->data()) + offset;
  offset += align_up(backend_.bytes(like.shape, like.type, like.layout), alignment);
  return tensor;
}

Tensor NegatedConv::run(const Conv& conv, const Execution& run, StepOperands& step,
                        std::vector<std::byte> weight, std::vector<std::byte> bias) {
  const Footprint& footprint = conv.footprint(Pass::Fwd);
  const Tensor own_weight = tensor_of(footprint, "weight", run);
  const Tensor own_bias = tensor_of(footprint, "bias", run);
  const Tensor own_y = tensor_of(footprint, "y", run);
  std::int64_t needed = 0;
  for (const Tensor& tensor : {own_y, own_weight, own_bias}) {
    needed += align_up(backend_.bytes(tensor.shape, tensor.type, tensor.layout), alignment);
  }
  if (memory_ == nullptr || memory_->bytes() < needed) {
    memory_.reset();
    memory_ = backend_.allocate(needed);
  }
  std::int64_t offset = 0;
  const Tensor y = place(own_y, offset);
  const Tensor negated_weight = place(own_weight, offset);
  const Tensor negated_bias = place(own_bias, offset);
  negate(weight, own_weight.type);
  negate(bias, own_bias.type);
  backend_.from_plain(weight, negated_weight);
  backend_.from_plain(bias, negated_bias);
  Tensor shortcut;
  if (HostTensor* added = step.find_read("shortcut")) {
    shortcut = y;  // which the op reads before it writes
    added->load_all();
    negate(added->bytes(), added->type());
    backend_.from_plain(added->bytes(), shortcut);
    negate(added->bytes(), added->type());  // it may be a copy that is wanted again
  }
  conv.conv_op().forward({.x = tensor_of(footprint, "x", run),
                          .weight = negated_weight,
                          .bias = negated_bias,
                          .shortcut = shortcut,
                          .y = y,
                          .scratch = tensor_of(footprint, "scratch", run)});
  return y;
}

}  // namespace resnet_bench::verify
