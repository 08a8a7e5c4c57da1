#include "verify/checks.hpp"

#include <cmath>

namespace resnet_bench::verify {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

/// Some thousands of values at a time stay in the nearest caches.
constexpr std::int64_t part = 4096;

/// Calls see(tally, a value of each tensor..., image) for all of them; `rest` may be null, for
/// zeros.
template <class See>
std::vector<Tally> elementwise(StepOperands& step, HostTensor& written, Bound bound,
                               HostTensor& first, HostTensor* second, See&& see) {
  std::vector<Tally> images = tallies(written.images(), bound);
  const std::int64_t size = written.image_elements();
  for_each_image(step.backend(), {&written, &first, second}, [&](std::int64_t image) {
    std::vector<double> out(at(part)), a(at(part)), b(at(part));
    for (std::int64_t begin = 0; begin < size; begin += part) {
      const std::int64_t count = std::min(part, size - begin);
      written.read(image, begin, count, out.data());
      first.read(image, begin, count, a.data());
      if (second != nullptr) second->read(image, begin, count, b.data());
      for (std::size_t i = 0; i < at(count); ++i) see(images[at(image)], out[i], a[i], b[i], image);
    }
  });
  return images;
}

}  // namespace

std::vector<Verdict> check_relu_forward(StepOperands& step) {
  HostTensor& y = step.written("y");
  const auto see = [](Tally& tally, double out, double x, double, std::int64_t image) {
    tally.see(out - std::max(x, 0.0), std::abs(x), image);
  };
  return {{"y", merged(elementwise(step, y, exact, step.read("x"), nullptr, see))}};
}

std::vector<Verdict> check_relu_backward(StepOperands& step) {
  HostTensor& dx = step.written("dx");
  const auto see = [](Tally& tally, double out, double dy, double y, std::int64_t image) {
    tally.see(out - (y > 0 ? dy : 0), std::abs(dy), image);
  };
  return {{"dx", merged(elementwise(step, dx, exact, step.read("dy"), &step.read("y"), see))}};
}

std::vector<Verdict> check_add(StepOperands& step) {
  HostTensor& sum = step.written("sum");
  const auto see = [](Tally& tally, double out, double a, double b, std::int64_t image) {
    tally.see(out - (a + b), std::abs(a) + std::abs(b), image);
  };
  return {{"sum", merged(elementwise(step, sum, roundings(sum.type()), step.read("a"),
                                     &step.read("b"), see))}};
}

std::vector<Verdict> check_reorder(StepOperands& step, const std::string& from,
                                   const std::string& to) {
  HostTensor& x = step.read(from);
  HostTensor& y = step.written(to);
  if (!step.backend().gives_back(y.tensor().layout)) return {};
  x.keep();  // whole: weights have no images
  y.keep();
  const auto see = [](Tally& tally, double out, double in, double, std::int64_t image) {
    tally.see(out - in, std::abs(in), image);
  };
  const Bound bound = x.type() == y.type() ? exact : roundings(y.type());
  return {{to, merged(elementwise(step, y, bound, x, nullptr, see))}};
}

/// By the momentum that the step wrote, so that its roundings count once.
std::vector<Verdict> check_sgd(const SgdDesc& desc, StepOperands& step) {
  std::vector<Verdict> verdicts;
  for (const std::string& role : step.roles_written()) {
    const std::string prefix = "value:";
    if (role.rfind(prefix, 0) != 0) continue;
    const std::string path = role.substr(prefix.size());
    HostTensor& value_written = step.written(role);
    const std::vector<double> value = step.values(role);
    const std::vector<double> momentum = step.values("momentum:" + path);
    std::vector<double> gradient = step.values("gradient:" + path);
    for (double& one : gradient) one /= desc.loss_scale;
    const std::vector<double> new_momentum = step.written("momentum:" + path).values();
    const std::vector<double> new_value = value_written.values();
    Tally of_momentum(roundings(step.written("momentum:" + path).type()));
    Tally of_value(roundings(value_written.type()));
    const auto per_image = static_cast<std::size_t>(value_written.image_elements());
    for (std::size_t i = 0; i < value.size(); ++i) {
      const auto image = static_cast<std::int64_t>(i / per_image);
      const double kept = desc.momentum_factor * momentum[i];
      const double decay = desc.weight_decay * value[i];
      of_momentum.see(new_momentum[i] - (kept + gradient[i] + decay),
                      std::abs(kept) + std::abs(gradient[i]) + std::abs(decay), image);
      const double moved = desc.learning_rate * new_momentum[i];
      of_value.see(new_value[i] - (value[i] - moved), std::abs(value[i]) + std::abs(moved), image);
    }
    verdicts.push_back({"momentum:" + path, of_momentum});
    verdicts.push_back({role, of_value});
    const std::string copies = "copy:" + path + "/";
    for (const std::string& copy : step.roles_written()) {
      if (copy.rfind(copies, 0) != 0) continue;
      if (!step.backend().gives_back(step.written(copy).tensor().layout)) continue;
      const std::vector<double> copied = step.written(copy).values();
      Tally of_copy(roundings(step.written(copy).type()));
      for (std::size_t i = 0; i < copied.size(); ++i) {
        of_copy.see(copied[i] - new_value[i], std::abs(new_value[i]),
                    static_cast<std::int64_t>(i / per_image));
      }
      verdicts.push_back({copy, of_copy});
    }
  }
  return verdicts;
}

}  // namespace resnet_bench::verify
