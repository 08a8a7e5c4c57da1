#include "backends/cpu/conv_library.hpp"
#include "backends/cpu/layouts.hpp"
#include "backends/cpu/onednn/api.hpp"
#include "backends/cpu/onednn/conv_pass.hpp"
#include "backends/cpu/onednn/widened_conv_pass.hpp"

#include <array>
#include <utility>

namespace resnet_bench::cpu {
namespace {

using onednn::Context;

struct KnownAlgorithm {
  const char* name;
  dnnl::algorithm algorithm;
  bool widened = false;  ///< bf16 by way of f32
};

constexpr std::array<KnownAlgorithm, 4> known_algorithms{{
    {"onednn-direct", dnnl::algorithm::convolution_direct},
    {"onednn-winograd", dnnl::algorithm::convolution_winograd},
    {"onednn-direct-f32", dnnl::algorithm::convolution_direct, true},
    {"onednn-winograd-f32", dnnl::algorithm::convolution_winograd, true},
}};

/// Copies by oneDNN's reorder, made beforehand.
class Copy final : public TensorCopy {
 public:
  Copy(Context& context, const dnnl::memory::desc& from, const dnnl::memory::desc& to)
      : context_(context),
        from_(from, context.engine, DNNL_MEMORY_NONE),
        to_(to, context.engine, DNNL_MEMORY_NONE),
        reorder_(from_, to_),
        arguments_{{{DNNL_ARG_FROM, from_.get()}, {DNNL_ARG_TO, to_.get()}}} {}

  void run(const Tensor& from, const Tensor& to) override {
    from_.set_data_handle(from.data);
    to_.set_data_handle(to.data);
    onednn::execute(context_, reorder_, arguments_, "oneDNN's reorder");
  }

 private:
  Context& context_;
  dnnl::memory from_, to_;
  dnnl::reorder reorder_;
  std::array<dnnl_exec_arg_t, 2> arguments_;
};

class OneDnn final : public ConvLibrary {
 public:
  OneDnn(const ThreadTeam& team, const NumberTypes& types) : context_{team, types} {}

  std::string name() const override { return "oneDNN"; }

  std::string version() const override {
    const dnnl_version_t& v = *dnnl_version();
    return std::to_string(v.major) + "." + std::to_string(v.minor) + "." + std::to_string(v.patch) +
           " " + instruction_set();
  }

  /// Without the instructions it has kernels that compute as if, far slower than f32's.
  std::string why_not_bf16() const override {
    const auto isa = static_cast<unsigned>(dnnl::get_effective_cpu_isa());
    const auto needed = static_cast<unsigned>(dnnl::cpu_isa::avx512_core_bf16);
    return (isa & needed) == needed ? "" : "uses " + instruction_set();
  }

  /// What it picks itself for a typical layer of a ResNet.
  LayoutId preferred_layout() const override {
    using dnnl::memory;
    const DataType type = context_.types.activation;
    const auto any = [&](const memory::dims& dims) {
      return memory::desc(dims, onednn::type_of(type), memory::format_tag::any);
    };
    const memory::dims ones{1, 1};
    try {
      const auto description = onednn::describe<dnnl::convolution_forward>(
          context_.engine, dnnl::primitive_attr(), dnnl::prop_kind::forward_training,
          dnnl::algorithm::convolution_direct, any({8, 64, 56, 56}), any({64, 64, 3, 3}),
          any({8, 64, 56, 56}), ones, ones, ones);
      for (const LayoutId layout : {nchw16c, nchw8c}) {
        const Shape shape{8, 64, 56, 56};
        if (description.src_desc() == context_.layouts.describe(shape, type, layout)) {
          return layout;
        }
      }
    } catch (const dnnl::error&) {
      // None at all: then no layout is better than ours.
    }
    return nhwc;
  }

  std::vector<std::string> algorithms() override {
    std::vector<std::string> names;
    const ConvDesc typical{.x = {1, 64, 8, 8}, .out_channels = 64, .kernel = 3, .pad = 1};
    const LayoutId layout = preferred_layout();
    for (const KnownAlgorithm& known : known_algorithms) {
      const auto made = make_pass(known.name, Pass::Fwd, typical, layout, layout);
      if (made != nullptr) names.emplace_back(known.name);
    }
    return names;
  }

  std::unique_ptr<ConvPass> make_pass(const std::string& algorithm, Pass pass, const ConvDesc& desc,
                                      LayoutId x, LayoutId y) override {
    for (const KnownAlgorithm& known : known_algorithms) {
      if (algorithm != known.name) continue;
      if (!known.widened) {
        return onednn::make_conv_pass(context_, context_.types, known.algorithm, pass, desc, x, y);
      }
      if (context_.types.mixed()) {
        return onednn::make_widened_conv_pass(context_, known.algorithm, pass, desc, x, y);
      }
    }
    return nullptr;
  }

  std::unique_ptr<ConvPass> make_own_choice(Pass pass, const ConvDesc& desc, LayoutId x,
                                            LayoutId y) override {
    constexpr auto any = dnnl::algorithm::convolution_auto;
    return onednn::make_conv_pass(context_, context_.types, any, pass, desc, x, y);
  }

  std::string layout_name(LayoutId layout) const override {
    return onednn::name_of(context_.layouts.at(layout));
  }

  std::int64_t bytes(LayoutId layout) const override {
    return static_cast<std::int64_t>(context_.layouts.at(layout).get_size());
  }

  LayoutId blocked_weights(const Shape& shape, LayoutId activations) override {
    using Tag = dnnl::memory::format_tag;
    return context_.layouts.id_of({dnnl::memory::dims(shape.begin(), shape.end()),
                                   dnnl::memory::data_type::f32,
                                   block_of(activations) == 16 ? Tag::ABcd16b16a : Tag::ABcd8b8a});
  }

  bool gives_back(LayoutId layout) const override {
    return onednn::Blocking(context_.layouts.at(layout)).is_blocked;
  }

  std::unique_ptr<TensorCopy> make_copy(const Tensor& from, const Tensor& to) override {
    const onednn::Layouts& layouts = context_.layouts;
    return std::make_unique<Copy>(context_, layouts.describe(from.shape, from.type, from.layout),
                                  layouts.describe(to.shape, to.type, to.layout));
  }

 private:
  /// "avx512_core_bf16", as ONEDNN_MAX_CPU_ISA spells it.
  static std::string instruction_set() {
    switch (dnnl::get_effective_cpu_isa()) {
      case dnnl::cpu_isa::sse41:
        return "sse41";
      case dnnl::cpu_isa::avx:
        return "avx";
      case dnnl::cpu_isa::avx2:
        return "avx2";
      case dnnl::cpu_isa::avx512_core:
        return "avx512_core";
      case dnnl::cpu_isa::avx512_core_vnni:
        return "avx512_core_vnni";
      case dnnl::cpu_isa::avx512_core_bf16:
        return "avx512_core_bf16";
      case dnnl::cpu_isa::avx512_core_amx:
        return "avx512_core_amx";
      default:
        return "isa " + std::to_string(static_cast<int>(dnnl::get_effective_cpu_isa()));
    }
  }

  Context context_;
};

}  // namespace

std::unique_ptr<ConvLibrary> make_onednn(const ThreadTeam& team, const NumberTypes& types) {
  return std::make_unique<OneDnn>(team, types);
}

}  // namespace resnet_bench::cpu
