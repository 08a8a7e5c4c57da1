#pragma once

#include "resnet_bench/precision.hpp"

#include "backends/cpu/conv_pass.hpp"
#include "backends/cpu/thread_team.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace resnet_bench::cpu {

/// Copies a tensor to another layout or type; allocates nothing.
class TensorCopy {
 public:
  virtual ~TensorCopy() = default;
  virtual void run(const Tensor& from, const Tensor& to) = 0;
};

/// A library of convolutions beside OpenBLAS, with layouts of weights that only it can read.
class ConvLibrary {
 public:
  virtual ~ConvLibrary() = default;

  virtual std::string name() const = 0;     ///< "oneDNN"
  virtual std::string version() const = 0;  ///< "2.6.3 avx512_core_bf16"

  /// Why it has no bf16 here: "uses avx512_core"; empty: it has.
  virtual std::string why_not_bf16() const = 0;

  /// The layout of activations it is fastest with here: nchw16c, nchw8c or nhwc.
  virtual LayoutId preferred_layout() const = 0;

  /// What make_pass takes and this library has on this processor.
  virtual std::vector<std::string> algorithms() = 0;

  /// A pass with activations in `x` and `y`; null where the library has no such algorithm for it.
  virtual std::unique_ptr<ConvPass> make_pass(const std::string& algorithm, Pass pass,
                                              const ConvDesc& desc, LayoutId x, LayoutId y) = 0;
  /// The same by the algorithm that the library picks itself.
  virtual std::unique_ptr<ConvPass> make_own_choice(Pass pass, const ConvDesc& desc, LayoutId x,
                                                    LayoutId y) = 0;

  /// Of weights in a layout of its own, first_of_library and above, which has a type too. Throws
  /// std::logic_error for ids that it did not give.
  virtual std::string layout_name(LayoutId layout) const = 0;
  virtual std::int64_t bytes(LayoutId layout) const = 0;
  /// The layout (O/b, I/b, h, w, b in, b out) of weights beside activations in nchw16c or nchw8c.
  virtual LayoutId blocked_weights(const Shape& shape, LayoutId activations) = 0;
  /// Whether weights in it are only rearranged, so that make_copy leads out of it.
  virtual bool gives_back(LayoutId layout) const = 0;

  /// Between tensors of one shape, of f32 or bf16, rounded to nearest, in any layouts; of the
  /// tensors given, the memory does not matter.
  virtual std::unique_ptr<TensorCopy> make_copy(const Tensor& from, const Tensor& to) = 0;
};

/// oneDNN, with the threads of `team`, for convolutions of activations and weights in f32 or bf16;
/// null where this build has none.
std::unique_ptr<ConvLibrary> make_onednn(const ThreadTeam& team, const NumberTypes& types);

}  // namespace resnet_bench::cpu
