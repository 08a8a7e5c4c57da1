#include "backends/cpu/reorder.hpp"

#include "backends/cpu/layouts.hpp"
#include "backends/cpu/op_factories.hpp"

#include <memory>
#include <stdexcept>

namespace resnet_bench::cpu {
namespace {

/// Not for the hot path: no network of ours reorders within an iteration.
template <class T>
void copy_permuted(const ThreadTeam& team, const Strides& from, const Strides& to, const T* source,
                   T* target) {
  team.split(to.extent[0] * to.extent[1], [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t outer = begin; outer < end; ++outer) {
      const std::int64_t i = outer / to.extent[1];
      const std::int64_t j = outer % to.extent[1];
      for (std::int64_t k = 0; k < to.extent[2]; ++k) {
        const T* read = source + i * from.stride[0] + j * from.stride[1] + k * from.stride[2];
        T* write = target + i * to.stride[0] + j * to.stride[1] + k * to.stride[2];
        for (std::int64_t l = 0; l < to.extent[3]; ++l) {
          write[l * to.stride[3]] = read[l * from.stride[3]];
        }
      }
    }
  });
}

class Reorder final : public ReorderOp {
 public:
  Reorder(const ThreadTeam& team, LayoutId from) : team_(team), from_(from) {}

  std::string algorithm(Pass) const override { return "permute"; }
  LayoutId activation_layout() const override { return from_; }
  void forward(const Forward& f) override { reorder(team_, f.x, f.y); }

 private:
  const ThreadTeam& team_;
  LayoutId from_;
};

}  // namespace

void reorder(const ThreadTeam& team, const Tensor& from, const Tensor& to) {
  if (from.shape != to.shape || from.type != to.type) {
    throw std::logic_error("cpu backend: reorder of " + to_string(from.shape) + " to " +
                           to_string(to.shape));
  }
  const Strides read = strides_of(from.shape, from.layout);
  const Strides write = strides_of(to.shape, to.layout);
  switch (byte_size(from.type)) {
    case 1:
      return copy_permuted(team, read, write, from.as<std::uint8_t>(), to.as<std::uint8_t>());
    case 4:
      return copy_permuted(team, read, write, from.as<std::uint32_t>(), to.as<std::uint32_t>());
    default:
      return copy_permuted(team, read, write, from.as<std::uint64_t>(), to.as<std::uint64_t>());
  }
}

std::unique_ptr<ReorderOp> make_reorder(const ThreadTeam& team, LayoutId from) {
  return std::make_unique<Reorder>(team, from);
}

}  // namespace resnet_bench::cpu
