#include "backends/cpu/onednn/conv_pass.hpp"

#include "backends/cpu/onednn/api.hpp"

#include <cstring>
#include <stdexcept>
#include <vector>

namespace resnet_bench::cpu::onednn {
namespace {

using dnnl::memory;

/// A convolution in oneDNN's words, its weights in whatever layout suits the primitive.
struct Problem {
  Problem(const Layouts& layouts, const NumberTypes& types, const ConvDesc& desc, LayoutId x_layout,
          LayoutId y_layout)
      : x(layouts.describe(desc.x, types.activation, x_layout)),
        weight(weight_of(desc, types.weight)),
        dweight(weight_of(desc, types.parameter)),
        bias({desc.out_channels}, memory::data_type::f32, memory::format_tag::a),
        y(layouts.describe(desc.y(), types.activation, y_layout)),
        strides{desc.stride, desc.stride},
        pad_before{desc.pad, desc.pad},
        pad_after{after(desc, desc.x.h(), desc.y().h()), after(desc, desc.x.w(), desc.y().w())} {}

  static memory::desc weight_of(const ConvDesc& desc, DataType type) {
    const Shape shape = desc.weight();
    return {memory::dims(shape.begin(), shape.end()), type_of(type), memory::format_tag::any};
  }

  /// oneDNN asks for the padding that the last window really sees.
  static memory::dim after(const ConvDesc& desc, std::int64_t extent, std::int64_t out) {
    return (out - 1) * desc.stride + desc.kernel - extent - desc.pad;
  }

  memory::desc x, weight, dweight, bias, y;
  memory::dims strides, pad_before, pad_after;
};

dnnl::primitive_attr attributes_of(const ConvDesc& desc, Pass pass) {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);  // from our arena
  if (pass != Pass::Fwd) return attributes;
  dnnl::post_ops operations;
  if (desc.add) operations.append_sum(1.0F);
  if (desc.relu) append_relu(operations);
  attributes.set_post_ops(operations);
  return attributes;
}

bool is_winograd(const char* implementation) {
  return std::strstr(implementation, "wino") != nullptr;
}

/// oneDNN's last resort, for what none of its kernels takes: a thousand times slower.
bool is_naive(const char* implementation) { return std::strncmp(implementation, "ref", 3) == 0; }

/// Whether a layout fills up channels with zeros or holds weights transformed.
bool has_more_than_the_weights(const memory::desc& desc) {
  memory::dim elements = 1;
  for (const memory::dim extent : desc.dims()) elements *= extent;
  return desc.get_size() !=
         static_cast<std::size_t>(elements) * memory::data_type_size(desc.data_type());
}

class Primitive final : public ConvPass {
 public:
  template <class Description>
  Primitive(Context& context, const Description& description, const memory::desc& weight)
      : context_(context),
        algorithm_(is_winograd(description.impl_info_str()) ? "onednn-winograd" : "onednn-direct"),
        primitive_(description),
        weight_layout_(context.layouts.id_of(weight)),
        scratch_bytes_(static_cast<std::int64_t>(description.scratchpad_desc().get_size())) {
    add(DNNL_ARG_SCRATCHPAD, description.scratchpad_desc(), &ConvOperands::scratch);
  }

  void add(int argument, const memory::desc& desc, Tensor ConvOperands::*operand) {
    memories_.push_back(memory(desc, context_.engine, DNNL_MEMORY_NONE));
    arguments_.push_back({argument, memories_.back().get()});
    operands_.push_back(operand);
  }

  std::string algorithm() const override { return algorithm_; }
  LayoutId weight_layout() const override { return weight_layout_; }
  std::int64_t scratch_bytes() const override { return scratch_bytes_; }

  void run(const ConvOperands& operands) override {
    add_onto_shortcut(operands);
    for (std::size_t i = 0; i < memories_.size(); ++i) {
      memories_[i].set_data_handle((operands.*operands_[i]).data);
    }
    execute(context_, primitive_, arguments_, algorithm_);
  }

 private:
  /// The sum of the epilogue is onto what y holds, which the planner makes the shortcut's memory
  /// wherever nothing else reads that later.
  void add_onto_shortcut(const ConvOperands& operands) const {
    if (!operands.shortcut || operands.shortcut.data == operands.y.data) return;
    const auto* from = operands.shortcut.as<const std::byte>();
    auto* to = operands.y.as<std::byte>();
    const std::int64_t size = byte_size(operands.y.type);
    context_.team.split_floats(operands.y.shape.elements(),
                               [&](std::int64_t begin, std::int64_t end) {
                                 std::memcpy(to + begin * size, from + begin * size,
                                             static_cast<std::size_t>((end - begin) * size));
                               });
  }

  Context& context_;
  const char* algorithm_;
  dnnl::primitive primitive_;
  LayoutId weight_layout_;
  std::int64_t scratch_bytes_;
  std::vector<memory> memories_;
  std::vector<dnnl_exec_arg_t> arguments_;
  std::vector<Tensor ConvOperands::*> operands_;
};

template <class Description>
std::unique_ptr<Primitive> make_primitive(Context& context, const Description& description,
                                          const memory::desc& weight, bool is_updated) {
  if (is_naive(description.impl_info_str())) return nullptr;
  if (is_updated && has_more_than_the_weights(weight)) return nullptr;
  return std::make_unique<Primitive>(context, description, weight);
}

class Maker {
 public:
  Maker(Context& context, const NumberTypes& types, dnnl::algorithm algorithm, const ConvDesc& desc,
        LayoutId x, LayoutId y)
      : context_(context),
        algorithm_(algorithm),
        desc_(desc),
        problem_(context.layouts, types, desc, x, y) {}

  std::unique_ptr<Primitive> forward() const {
    const auto description =
        describe_forward(desc_.add || desc_.relu ? dnnl::prop_kind::forward_inference
                                                 : dnnl::prop_kind::forward_training);
    auto pass =
        make_primitive(context_, description, description.weights_desc(), weight_is_updated());
    if (pass == nullptr) return pass;
    pass->add(DNNL_ARG_SRC, problem_.x, &ConvOperands::x);
    pass->add(DNNL_ARG_WEIGHTS, description.weights_desc(), &ConvOperands::weight);
    pass->add(DNNL_ARG_DST, problem_.y, &ConvOperands::y);
    if (desc_.bias) pass->add(DNNL_ARG_BIAS, problem_.bias, &ConvOperands::bias);
    return pass;
  }

  std::unique_ptr<Primitive> backward_data() const {
    const Problem& p = problem_;
    const auto description = describe_backward<dnnl::convolution_backward_data>(
        context_.engine, attributes_of(desc_, Pass::BwdData), hint(), algorithm_, p.x, p.weight,
        p.y, p.strides, p.pad_before, p.pad_after);
    auto pass =
        make_primitive(context_, description, description.weights_desc(), weight_is_updated());
    if (pass == nullptr) return pass;
    pass->add(DNNL_ARG_DIFF_SRC, p.x, &ConvOperands::x);
    pass->add(DNNL_ARG_WEIGHTS, description.weights_desc(), &ConvOperands::weight);
    pass->add(DNNL_ARG_DIFF_DST, p.y, &ConvOperands::y);
    return pass;
  }

  std::unique_ptr<Primitive> backward_weights() const {
    const Problem& p = problem_;
    const auto description = describe_backward<dnnl::convolution_backward_weights>(
        context_.engine, attributes_of(desc_, Pass::BwdWeights), hint(), algorithm_, p.x, p.dweight,
        p.y, p.strides, p.pad_before, p.pad_after);
    auto pass = make_primitive(context_, description, description.diff_weights_desc(), true);
    if (pass == nullptr) return pass;
    pass->add(DNNL_ARG_SRC, p.x, &ConvOperands::x);
    pass->add(DNNL_ARG_DIFF_WEIGHTS, description.diff_weights_desc(), &ConvOperands::weight);
    pass->add(DNNL_ARG_DIFF_DST, p.y, &ConvOperands::y);
    return pass;
  }

 private:
  /// Then through as many elements as the shape has, by an update that knows nothing of more: in
  /// training, which has no bias, where no working copies are read.
  bool weight_is_updated() const { return !desc_.bias && !context_.types.mixed(); }

  dnnl::convolution_forward::primitive_desc describe_forward(dnnl::prop_kind kind) const {
    using dnnl::convolution_forward;
    const Problem& p = problem_;
    const auto attributes = attributes_of(desc_, Pass::Fwd);
    if (desc_.bias) {
      return describe<convolution_forward>(context_.engine, attributes, kind, algorithm_, p.x,
                                           p.weight, p.bias, p.y, p.strides, p.pad_before,
                                           p.pad_after);
    }
    return describe<convolution_forward>(context_.engine, attributes, kind, algorithm_, p.x,
                                         p.weight, p.y, p.strides, p.pad_before, p.pad_after);
  }

  /// The forward primitive that oneDNN wants to know of for a backward one.
  dnnl::convolution_forward::primitive_desc hint() const {
    return describe_forward(dnnl::prop_kind::forward_training);
  }

  Context& context_;
  dnnl::algorithm algorithm_;
  ConvDesc desc_;
  Problem problem_;
};

}  // namespace

void execute(Context& context, const dnnl::primitive& primitive,
             std::span<const dnnl_exec_arg_t> arguments, const char* what) {
  context.team.lend_to_openmp();
  const dnnl_status_t status = dnnl_primitive_execute(
      primitive.get(), context.stream.get(), static_cast<int>(arguments.size()), arguments.data());
  if (status != dnnl_success) {
    throw std::runtime_error(std::string(what) + ": status " +
                             std::to_string(static_cast<int>(status)));
  }
}

std::unique_ptr<ConvPass> make_conv_pass(Context& context, const NumberTypes& types,
                                         dnnl::algorithm algorithm, Pass pass, const ConvDesc& desc,
                                         LayoutId x, LayoutId y) {
  context.team.lend_to_openmp();  // primitives are made for the number of threads they meet
  try {
    const Maker maker(context, types, algorithm, desc, x, y);
    switch (pass) {
      case Pass::Fwd:
        return maker.forward();
      case Pass::BwdData:
        return maker.backward_data();
      case Pass::BwdWeights:
        return maker.backward_weights();
      default:
        return nullptr;
    }
  } catch (const dnnl::error& error) {
    // The last two where sizes are beyond what it can address.
    if (error.status == dnnl_unimplemented || error.status == dnnl_out_of_memory ||
        error.status == dnnl_runtime_error) {
      return nullptr;
    }
    throw std::runtime_error("oneDNN, for a convolution of " + to_string(desc.x) + ": " +
                             error.what());
  }
}

}  // namespace resnet_bench::cpu::onednn
