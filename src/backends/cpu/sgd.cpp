#include "backends/cpu/kernels/sgd.hpp"

#include "backends/cpu/op_factories.hpp"

namespace resnet_bench::cpu {
namespace {

class Sgd final : public SgdOp {
 public:
  Sgd(const ThreadTeam& team, const SgdDesc& desc)
      : team_(team),
        factors_{static_cast<float>(desc.learning_rate), static_cast<float>(desc.momentum_factor),
                 static_cast<float>(desc.weight_decay), static_cast<float>(1 / desc.loss_scale)} {}

  std::string algorithm(Pass) const override { return "highway"; }
  LayoutId activation_layout() const override { return LayoutId::plain; }

  void update(std::span<const SgdParameter> parameters) override {
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

 private:
  void update_part(const SgdParameter& p, std::int64_t begin, std::int64_t end) const {
    sgd(factors_, end - begin, p.gradient.as<float>() + begin, p.value.as<float>() + begin,
        p.momentum.as<float>() + begin);
  }

  const ThreadTeam& team_;
  SgdFactors factors_;
};

}  // namespace

std::unique_ptr<SgdOp> make_sgd(const ThreadTeam& team, const SgdDesc& desc) {
  return std::make_unique<Sgd>(team, desc);
}

}  // namespace resnet_bench::cpu
