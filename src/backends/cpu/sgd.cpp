#include "backends/cpu/kernels/sgd.hpp"

#include "backends/cpu/op_factories.hpp"

namespace resnet_bench::cpu {
namespace {

class Sgd final : public SgdOp {
 public:
  Sgd(const ThreadTeam& team, ConvLibrary* library, const SgdDesc& desc,
      std::span<const SgdParameter> parameters)
      : team_(team),
        factors_{static_cast<float>(desc.learning_rate), static_cast<float>(desc.momentum_factor),
                 static_cast<float>(desc.weight_decay), static_cast<float>(1 / desc.loss_scale)} {
    for (const SgdParameter& parameter : parameters) {
      for (const Tensor& copy : parameter.copies) {
        copies_.push_back(library->make_copy(parameter.value, copy));
      }
    }
  }

  std::string algorithm(Pass) const override { return "highway"; }
  LayoutId activation_layout() const override { return LayoutId::plain; }

  /// Stretches of parameters that have no copies are updated together: most are small, and a start
  /// of all threads for each would cost more than the work. One that has copies is copied while its
  /// new value is in the caches.
  void update(std::span<const SgdParameter> parameters) override {
    std::size_t copy = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i].copies.empty()) continue;
      update_together(parameters.subspan(first, i + 1 - first));
      first = i + 1;
      for (const Tensor& to : parameters[i].copies) copies_[copy++]->run(parameters[i].value, to);
    }
    update_together(parameters.subspan(first));
  }

 private:
  void update_together(std::span<const SgdParameter> parameters) const {
    std::int64_t elements = 0;
    for (const SgdParameter& parameter : parameters) elements += parameter.value.shape.elements();
    // Parameters differ by a factor of 40,000 in size: threads share their elements laid end to
    // end, not their number.
    team_.split_floats(elements, [&](std::int64_t begin, std::int64_t end) {
      std::int64_t first = 0;
      for (const SgdParameter& parameter : parameters) {
        const std::int64_t last = first + parameter.value.shape.elements();
        const std::int64_t from = std::max(begin, first);
        const std::int64_t to = std::min(end, last);
        if (from < to) update_part(parameter, from - first, to - first);
        first = last;
      }
    });
  }

  void update_part(const SgdParameter& p, std::int64_t begin, std::int64_t end) const {
    sgd(factors_, end - begin, p.gradient.as<float>() + begin, p.value.as<float>() + begin,
        p.momentum.as<float>() + begin);
  }

  const ThreadTeam& team_;
  SgdFactors factors_;
  std::vector<std::unique_ptr<TensorCopy>> copies_;  ///< of all parameters, in their order
};

}  // namespace

std::unique_ptr<SgdOp> make_sgd(const ThreadTeam& team, ConvLibrary* library, const SgdDesc& desc,
                                std::span<const SgdParameter> parameters) {
  return std::make_unique<Sgd>(team, library, desc, parameters);
}

}  // namespace resnet_bench::cpu
