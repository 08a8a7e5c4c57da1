#include "backends/cpu/reorder.hpp"

#include "backends/cpu/divide_up.hpp"
#include "backends/cpu/kernels/transpose.hpp"
#include "backends/cpu/layouts.hpp"
#include "backends/cpu/op_factories.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace resnet_bench::cpu {
namespace {

/// Not tuned: no network of ours reorders activations within an iteration.
template <class T>
void copy_permuted(const ThreadTeam& team, const Strides& from, const Strides& to, const T* source,
                   T* target) {
  team.split(to.extent[0] * to.extent[1], [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t outer = begin; outer < end; ++outer) {
      const std::int64_t i = outer / to.extent[1];
      const std::int64_t j = outer % to.extent[1];
      for (std::int64_t k = 0; k < to.extent[2]; ++k) {
        const T* read = source + i * from.stride[0] + from.channel_offset(j) + k * from.stride[2];
        T* write = target + i * to.stride[0] + to.channel_offset(j) + k * to.stride[2];
        for (std::int64_t l = 0; l < to.extent[3]; ++l) {
          write[l * to.stride[3]] = read[l * from.stride[3]];
        }
      }
    }
  });
}

/// Channels last, or in blocks, to planes: matrices of pixels x channels, transposed in parts that
/// stay in the nearest cache.
void copy_to_planes(const ThreadTeam& team, const Tensor& from, const Tensor& to) {
  constexpr std::int64_t rows = 256;
  const std::int64_t pixels = from.shape.h() * from.shape.w();
  const std::int64_t block = block_of(from.layout);
  const std::int64_t columns = block == 1 ? from.shape.c() : block;
  const std::int64_t parts = divide_up(pixels, rows);
  team.split(from.shape.elements() / (pixels * columns) * parts,
             [&](std::int64_t begin, std::int64_t end) {
               for (std::int64_t i = begin; i < end; ++i) {
                 const std::int64_t matrix = i / parts * pixels * columns;
                 const std::int64_t row = i % parts * rows;
                 transpose(pixels, columns, row, std::min(row + rows, pixels),
                           from.as<float>() + matrix, to.as<float>() + matrix);
               }
             });
}

class Reorder final : public ReorderOp {
 public:
  Reorder(const ThreadTeam& team, LayoutId from, LayoutId to) : team_(team), from_(from), to_(to) {}

  std::string algorithm(Pass) const override { return "permute"; }
  LayoutId input_layout() const override { return from_; }
  LayoutId activation_layout() const override { return to_; }
  void forward(const Forward& f) override { reorder(team_, f.x, f.y); }

 private:
  const ThreadTeam& team_;
  LayoutId from_, to_;
};

/// Of weights, by the library whose layouts they are in.
class LibraryReorder final : public ReorderOp {
 public:
  LibraryReorder(ConvLibrary& library, const Shape& shape, DataType type, LayoutId from,
                 LayoutId to)
      : name_(library.name()),
        copy_(library.make_copy({.shape = shape, .type = type, .layout = from},
                                {.shape = shape, .type = type, .layout = to})),
        from_(from),
        to_(to) {}

  std::string algorithm(Pass) const override { return name_; }
  LayoutId input_layout() const override { return from_; }
  LayoutId activation_layout() const override { return to_; }
  void forward(const Forward& f) override { copy_->run(f.x, f.y); }

 private:
  std::string name_;
  std::unique_ptr<TensorCopy> copy_;
  LayoutId from_, to_;
};

}  // namespace

void reorder(const ThreadTeam& team, const Tensor& from, const Tensor& to) {
  if (from.shape != to.shape || from.type != to.type) {
    throw std::logic_error("cpu backend: reorder of " + to_string(from.shape) + " to " +
                           to_string(to.shape));
  }
  const Strides read = strides_of(from.shape, from.layout);
  const Strides write = strides_of(to.shape, to.layout);
  const bool channels_fast = from.layout == nhwc || block_of(from.layout) > 1;
  if (channels_fast && to.layout == LayoutId::plain && from.type == DataType::f32) {
    return copy_to_planes(team, from, to);
  }
  switch (byte_size(from.type)) {
    case 1:
      return copy_permuted(team, read, write, from.as<std::uint8_t>(), to.as<std::uint8_t>());
    case 2:
      return copy_permuted(team, read, write, from.as<std::uint16_t>(), to.as<std::uint16_t>());
    case 4:
      return copy_permuted(team, read, write, from.as<std::uint32_t>(), to.as<std::uint32_t>());
    default:
      return copy_permuted(team, read, write, from.as<std::uint64_t>(), to.as<std::uint64_t>());
  }
}

std::unique_ptr<ReorderOp> make_reorder(const ThreadTeam& team, ConvLibrary* library,
                                        const Shape& shape, DataType type, LayoutId from,
                                        LayoutId to) {
  if (from >= first_of_library || to >= first_of_library) {
    return std::make_unique<LibraryReorder>(*library, shape, type, from, to);
  }
  return std::make_unique<Reorder>(team, from, to);
}

}  // namespace resnet_bench::cpu
