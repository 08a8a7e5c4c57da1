#include "resnet_bench/checked.hpp"
#include "resnet_bench/error.hpp"

#include "backends/cuda/kernels/cast.hpp"
#include "backends/cuda/kernels/conv_epilogue.hpp"
#include "backends/cuda/layouts.hpp"
#include "backends/cuda/ops.hpp"

#include <array>

namespace resnet_bench::cuda {
namespace {

class Conv final : public ConvOp {
 public:
  Conv(const Device& device, ConvChooser& chooser, const ConvDesc& desc, Precision precision,
       LayoutId x, LayoutId y)
      : device_(device), chooser_(chooser), desc_(desc), precision_(precision), x_(x), y_(y) {}

  std::string algorithm(Pass pass) const override {
    const ConvPlan& plan = chosen(pass);
    std::string name = to_string(plan.configuration());
    if (!plan.notes().empty()) name += " (" + plan.notes() + ")";
    if (pass == Pass::Fwd && separate_epilogue_) name += " + epilogue";
    return name;
  }

  std::int64_t scratch_bytes(Pass pass) const override {
    const std::int64_t workspace = chosen(pass).workspace_bytes();
    return pass == Pass::BwdWeights ? checked_add(narrow_gradient_bytes(), workspace) : workspace;
  }

  LayoutId activation_layout() const override { return y_; }
  LayoutId input_layout() const override { return x_; }
  LayoutId weight_layout(Pass) const override { return x_; }
  bool output_may_be_shortcut() const override { return false; }
  bool reads_bias_as_weight() const override { return true; }

  void forward(const Forward& a) override {
    chosen(Pass::Fwd).run(device_.cudnn(), {a.x.data, a.weight.data, a.y.data, a.bias.data,
                                            a.shortcut.data, a.scratch.data});
    if (!separate_epilogue_) return;
    const Shape y = desc_.y();
    conv_epilogue(device_.stream(), {y.n(), y.c(), y.h() * y.w(), y_ != LayoutId::plain}, a.y.type,
                  a.bias.data, a.shortcut.data, desc_.relu, a.y.data);
  }
  void backward_data(const BackwardData& a) override {
    chosen(Pass::BwdData)
        .run(device_.cudnn(),
             {a.dx.data, a.weight.data, a.dy.data, nullptr, nullptr, a.scratch.data});
  }
  void backward_weights(const BackwardWeights& a) override {
    const std::int64_t narrow = narrow_gradient_bytes();
    void* const workspace = a.scratch.as<std::byte>() + narrow;
    void* const gradient = narrow > 0 ? a.scratch.data : a.dweight.data;
    chosen(Pass::BwdWeights)
        .run(device_.cudnn(), {a.x.data, gradient, a.dy.data, nullptr, nullptr, workspace});
    if (narrow == 0) return;
    cast(device_.stream(), types().weight, a.dweight.type,
         strides_of(a.dweight.shape, a.dweight.layout).elements(), gradient, a.dweight.data);
  }

 private:
  NumberTypes types() const { return types_of(precision_); }

  /// Of the weights' gradient in the type of x and dy, for no engine writes another: it is cast to
  /// the parameter's. At the start of the scratch; 0 where the types are the same.
  std::int64_t narrow_gradient_bytes() const {
    if (!types().mixed()) return 0;
    const std::int64_t elements = strides_of(desc_.weight(), x_).elements();
    constexpr std::int64_t alignment = 256;  // of the workspace behind it
    return align_up(elements * byte_size(types().weight), alignment);
  }

  /// A pass is planned when it is first asked about: inference has one, the stem no BwdData.
  ConvPlan& chosen(Pass pass) const {
    std::shared_ptr<ConvPlan>& plan = plans_[static_cast<std::size_t>(pass)];
    if (plan == nullptr) plan = choose(pass);
    return *plan;
  }

  std::shared_ptr<ConvPlan> choose(Pass pass) const {
    ConvProblem problem{.pass = pass,
                        .desc = desc_,
                        .type = types().activation,
                        .x_layout = x_,
                        .y_layout = y_,
                        .tf32 = precision_ == Precision::tf32};
    if (pass != Pass::Fwd) problem.desc = without_epilogue();
    if (auto plan = chooser_.choose(problem)) return plan;
    const bool had_epilogue = pass == Pass::Fwd && (desc_.bias || desc_.add || desc_.relu);
    if (had_epilogue) {
      problem.desc = without_epilogue();
      separate_epilogue_ = true;
      if (auto plan = chooser_.choose(problem)) return plan;
    }
    throw Refusal("cuDNN has no engine for " + std::string(resnet_bench::to_string(pass)) + " of " +
                  to_string(problem) + ": " + chooser_.why());
  }

  ConvDesc without_epilogue() const {
    ConvDesc desc = desc_;
    desc.bias = desc.add = desc.relu = false;
    return desc;
  }

  const Device& device_;
  ConvChooser& chooser_;
  ConvDesc desc_;
  Precision precision_;
  LayoutId x_, y_;
  mutable std::array<std::shared_ptr<ConvPlan>, pass_count> plans_;
  mutable bool separate_epilogue_ = false;  ///< cuDNN has no engine that takes it over
};

}  // namespace

std::unique_ptr<ConvOp> make_conv(const Device& device, ConvChooser& chooser, const ConvDesc& desc,
                                  Precision precision, LayoutId x, LayoutId y) {
  return std::make_unique<Conv>(device, chooser, desc, precision, x, y);
}

}  // namespace resnet_bench::cuda
