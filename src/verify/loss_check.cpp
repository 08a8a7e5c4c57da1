#include "verify/checks.hpp"

#include <algorithm>
#include <cmath>

namespace resnet_bench::verify {
std::vector<Verdict> check_loss_forward(StepOperands& step) {
  HostTensor& probabilities = step.written("probabilities");
  const std::vector<double> logits = step.values("logits");
  const std::vector<double> labels = step.values("labels");
  const std::vector<double> found = probabilities.values();
  const auto classes = static_cast<std::size_t>(probabilities.image_elements());
  const DataType type = probabilities.type();
  // Terms of one sign: no partial sum exceeds the sum.
  const double of_sum = lambda * std::sqrt(static_cast<double>(classes)) * sum_roundoff(type);
  Tally tally(Bound{of_sum + roundings(type).relative, roundings(type).absolute});
  double loss = 0;
  double size = 0;
  for (std::size_t n = 0; n < labels.size(); ++n) {
    const double* row = &logits[n * classes];
    const double largest = *std::max_element(row, row + classes);
    double sum = 0;
    for (std::size_t i = 0; i < classes; ++i) sum += std::exp(row[i] - largest);
    for (std::size_t i = 0; i < classes; ++i) {
      const double distance = largest - row[i];
      const double expected = std::exp(-distance) / sum;
      // The exponent's rounding, as large as itself, becomes one relative to the result.
      tally.see(found[n * classes + i] - expected, expected * (1 + distance + std::abs(largest)),
                static_cast<std::int64_t>(n));
    }
    const double of_label = row[static_cast<std::size_t>(labels[n])];
    loss += std::log(sum) + largest - of_label;
    size += std::log(sum) + std::abs(largest) + std::abs(of_label) + 1;
  }
  const auto images = static_cast<double>(labels.size());
  Tally of_loss(Bound{of_sum + roundings(type, images).relative});
  of_loss.see(step.written("loss").values().front() - loss / images, size / images, 0);
  return {{"probabilities", tally}, {"loss", of_loss}};
}

/// dlogits = (probabilities - 1 at the label) x loss_scale / N.
std::vector<Verdict> check_loss_backward(StepOperands& step, double loss_scale) {
  HostTensor& dlogits = step.written("dlogits");
  const std::vector<double> probabilities = step.values("probabilities");
  const std::vector<double> labels = step.values("labels");
  const std::vector<double> found = dlogits.values();
  const auto classes = static_cast<std::size_t>(dlogits.image_elements());
  const auto images = static_cast<double>(labels.size());
  const double factor = loss_scale / images;
  Tally tally(roundings(dlogits.type()));
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::size_t n = i / classes;
    const double one = i % classes == static_cast<std::size_t>(labels[n]) ? 1 : 0;
    tally.see(found[i] - (probabilities[i] - one) * factor, (probabilities[i] + one) * factor,
              static_cast<std::int64_t>(n));
  }
  return {{"dlogits", tally}};
}

}  // namespace resnet_bench::verify
