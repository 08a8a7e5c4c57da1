#pragma once

#include "resnet_bench/layer.hpp"
#include "resnet_bench/random.hpp"

#include "verify/signs.hpp"
#include "verify/step_operands.hpp"

#include <vector>

/// One check a kind of leaf and pass: each recomputes in double, from what the step read, what it
/// should have written (ops.hpp says what), and looks at every value of it.
namespace resnet_bench::verify {

/// Convolution by projection (Freivalds 1977, "Probabilistic machines can use less running time"):
/// with a random number for each output channel, the channels' sum weighted so is a convolution
/// with a single output channel, which costs little. Every output position is compared, for BwdData
/// every position of dx, for BwdWeights every input channel and tap. A value that is wrong shows
/// unless weighted errors of several channels cancel, for which random numbers would have to fall
/// within a few roundings of one value.
class ConvCheck {
 public:
  /// `weight`: OIHW, as the pass read it; for BwdWeights none.
  ConvCheck(const ConvDesc& desc, const std::string& algorithm, std::vector<double> weight,
            const RandomStream& random);

  /// `negated`: what the same op makes of negated weights, bias and shortcut, where a ReLU follows:
  /// max(0, t) - max(0, -t) is t.
  std::vector<Verdict> forward(StepOperands& step, HostTensor* negated) const;
  std::vector<Verdict> backward_data(StepOperands& step) const;
  std::vector<Verdict> backward_weights(StepOperands& step) const;

 private:
  /// The weights summed over one axis: weighted by the random numbers, and their squares by the
  /// numbers' squares, of which the largest over the taps.
  struct Projected {
    std::vector<double> weight;   ///< [channel][tap]
    std::vector<double> largest;  ///< [channel]
  };
  Projected project_outputs() const;
  Projected project_inputs() const;

  ConvDesc desc_;
  std::int64_t taps_;
  double amplified_;
  bool spreads_;  ///< errors of a value reach its whole plane, not its own terms alone
  std::vector<double> weight_;
  std::vector<double> of_outputs_, of_inputs_;  ///< random numbers by channel
};

std::vector<Verdict> check_bias_gradient(StepOperands& step);

/// Where the op keeps y's signs in a form of its own (mask), `signs` gets them for its backward.
std::vector<Verdict> check_batch_norm_forward(const BatchNormDesc& desc, StepOperands& step,
                                              Signs& signs);
std::vector<Verdict> check_batch_norm_backward(const BatchNormDesc& desc, StepOperands& step,
                                               const Signs& signs);

std::vector<Verdict> check_relu_forward(StepOperands& step);
std::vector<Verdict> check_relu_backward(StepOperands& step);
std::vector<Verdict> check_add(StepOperands& step);
/// Nothing where the layout written cannot be read back.
std::vector<Verdict> check_reorder(StepOperands& step, const std::string& from,
                                   const std::string& to);
std::vector<Verdict> check_sgd(const SgdDesc& desc, StepOperands& step);

std::vector<Verdict> check_max_pool_forward(const MaxPoolDesc& desc, StepOperands& step);
std::vector<Verdict> check_max_pool_backward(const MaxPoolDesc& desc, StepOperands& step);
std::vector<Verdict> check_average_forward(StepOperands& step);
std::vector<Verdict> check_average_backward(StepOperands& step);

std::vector<Verdict> check_loss_forward(StepOperands& step);
std::vector<Verdict> check_loss_backward(StepOperands& step, double loss_scale);

}  // namespace resnet_bench::verify
