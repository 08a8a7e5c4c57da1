#include "verify/checks.hpp"
#include "verify/planes.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace resnet_bench::verify {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

double square(double value) { return value * value; }

/// Sums over pixels for each image and channel, added up in the order of images.
class ChannelSums {
 public:
  ChannelSums(std::int64_t images, std::int64_t channels)
      : channels_(channels), sums_(at(images * channels)) {}

  double& operator()(std::int64_t image, std::int64_t channel) {
    return sums_[at(image * channels_ + channel)];
  }
  double of(std::int64_t channel) const {
    double sum = 0;
    for (std::size_t i = at(channel); i < sums_.size(); i += at(channels_)) sum += sums_[i];
    return sum;
  }

 private:
  std::int64_t channels_;
  std::vector<double> sums_;
};

/// The mean and variance that a training step took, against those of its input.
class Statistics {
 public:
  Statistics(const BatchNormDesc& desc, StepOperands& step)
      : desc_(desc),
        saved_mean_(step.written("saved_mean").values()),
        saved_inv_std_(step.written("saved_inv_std").values()),
        old_mean_(step.values("running_mean")),
        old_variance_(step.values("running_variance")),
        new_mean_(step.written("running_mean").values()),
        new_variance_(step.written("running_variance").values()),
        type_(step.written("saved_mean").type()) {}

  const std::vector<double>& mean() const { return saved_mean_; }
  const std::vector<double>& inv_std() const { return saved_inv_std_; }

  /// `sums`: of x - mean(), and `squares`: of their squares.
  std::vector<Verdict> check(const ChannelSums& sums, const ChannelSums& squares) const {
    const std::int64_t count = desc_.x.n() * desc_.x.h() * desc_.x.w();
    const auto m = static_cast<double>(count);
    const double few = roundings(type_).relative;
    // The error of a mean is that of the sum over the count, and so relative to the root mean
    // square of x. Squares all have one sign: their sum has no partial sum above itself.
    const double of_mean = sum_growth(count) / std::sqrt(m) * sum_roundoff(type_) + few;
    const double of_variance = lambda * std::sqrt(m) * sum_roundoff(type_) + few;
    Tally mean(Bound{of_mean});
    Tally inv_std(Bound{of_variance});
    Tally running_mean(Bound{of_mean});
    Tally running_variance(Bound{of_variance});
    const double fresh = desc_.momentum;
    for (std::int64_t c = 0; c < desc_.x.c(); ++c) {
      const double shift = sums.of(c) / m;
      const double true_mean = saved_mean_[at(c)] + shift;
      const double variance = std::max(squares.of(c) / m - square(shift), 0.0);
      const double size = std::sqrt(variance + square(true_mean));
      mean.see(saved_mean_[at(c)] - true_mean, size, c);
      const double inverse = 1 / std::sqrt(variance + desc_.epsilon);
      // What an error of the variance, relative to the mean square, does to it.
      inv_std.see(saved_inv_std_[at(c)] - inverse, inverse * (1 + 0.5 * square(size * inverse)), c);
      running_mean.see(new_mean_[at(c)] - ((1 - fresh) * old_mean_[at(c)] + fresh * true_mean),
                       std::abs((1 - fresh) * old_mean_[at(c)]) + fresh * size, c);
      const double unbiased = m / (m - 1);
      running_variance.see(
          new_variance_[at(c)] - ((1 - fresh) * old_variance_[at(c)] + fresh * unbiased * variance),
          std::abs((1 - fresh) * old_variance_[at(c)]) + fresh * unbiased * square(size), c);
    }
    return {{"saved_mean", mean},
            {"saved_inv_std", inv_std},
            {"running_mean", running_mean},
            {"running_variance", running_variance}};
  }

 private:
  const BatchNormDesc& desc_;
  std::vector<double> saved_mean_, saved_inv_std_;
  std::vector<double> old_mean_, old_variance_, new_mean_, new_variance_;
  DataType type_;
};

std::vector<double> inverse_deviations(std::vector<double> variance, double epsilon) {
  for (double& value : variance) value = 1 / std::sqrt(value + epsilon);
  return variance;
}

}  // namespace

std::vector<Verdict> check_batch_norm_forward(const BatchNormDesc& desc, StepOperands& step,
                                              Signs& signs) {
  const bool training = step.find_written("saved_mean") != nullptr;
  HostTensor& x = step.read("x");
  HostTensor& y = step.written("y");
  HostTensor* shortcut = step.find_read("shortcut");
  const std::vector<double> gamma = step.values("gamma");
  const std::vector<double> beta = step.values("beta");
  std::optional<Statistics> statistics;
  if (training) statistics.emplace(desc, step);
  const std::vector<double> mean = training ? statistics->mean() : step.values("running_mean");
  const std::vector<double> inv_std =
      training ? statistics->inv_std()
               : inverse_deviations(step.values("running_variance"), desc.epsilon);
  const std::int64_t pixels = desc.x.h() * desc.x.w();
  const bool keeps_signs = step.find_written("mask") != nullptr;
  if (keeps_signs) signs = Signs(x.images() * desc.x.c(), pixels);
  ChannelSums sums(x.images(), desc.x.c());
  ChannelSums squares(x.images(), desc.x.c());
  std::vector<Tally> images = tallies(x.images(), roundings(y.type()));

  for_each_image(step.backend(), {&x, &y, shortcut}, [&](std::int64_t image) {
    Planes& planes = Planes::fresh();
    double* in = planes.take(pixels);
    double* out = planes.take(pixels);
    double* added = planes.zeros(pixels);
    double* scale = planes.take(pixels);
    for (std::int64_t c = 0; c < desc.x.c(); ++c) {
      x.read(image, c * pixels, pixels, in);
      y.read(image, c * pixels, pixels, out);
      if (shortcut != nullptr) shortcut->read(image, c * pixels, pixels, added);
      if (keeps_signs) signs.write(image * desc.x.c() + c, out);
      const double center = mean[at(c)];
      const double factor = gamma[at(c)] * inv_std[at(c)];
      const double bias = beta[at(c)];
      const double floor = desc.relu ? 0 : -HUGE_VAL;
      for (std::int64_t i = 0; i < pixels; ++i) {
        scale[i] = std::abs(factor) * (std::abs(in[i]) + std::abs(center)) + std::abs(bias) +
                   std::abs(added[i]);
        in[i] -= center;
        const double expected = in[i] * factor + bias + added[i];
        out[i] -= expected > floor ? expected : floor;
      }
      images[at(image)].see(out, scale, pixels, image);
      sums(image, c) = sum(in, pixels);
      squares(image, c) = sum_of_squares(in, pixels);
    }
  });
  std::vector<Verdict> verdicts = {{"y", merged(images)}};
  if (!training) return verdicts;
  for (Verdict& verdict : statistics->check(sums, squares)) verdicts.push_back(std::move(verdict));
  return verdicts;
}

std::vector<Verdict> check_batch_norm_backward(const BatchNormDesc& desc, StepOperands& step,
                                               const Signs& signs) {
  HostTensor& x = step.read("x");
  HostTensor& dy = step.read("dy");
  HostTensor* y = step.find_read("y");
  const bool has_mask = step.find_read("mask") != nullptr;
  HostTensor* dy2 = step.find_read("dy2");
  HostTensor& dx = step.written("dx");
  HostTensor* dshortcut = step.find_written("dshortcut");
  HostTensor& dgamma_written = step.written("dgamma");
  const std::vector<double> gamma = step.values("gamma");
  const std::vector<double> mean = step.values("saved_mean");
  const std::vector<double> inv_std = step.values("saved_inv_std");
  const std::vector<double> dgamma = dgamma_written.values();
  const std::vector<double> dbeta = step.written("dbeta").values();
  const std::int64_t pixels = desc.x.h() * desc.x.w();
  const std::int64_t count = desc.x.n() * pixels;
  const auto m = static_cast<double>(count);

  const std::int64_t channels = desc.x.c();
  ChannelSums beta_sums(x.images(), channels), beta_squares(x.images(), channels);
  ChannelSums gamma_sums(x.images(), channels), gamma_squares(x.images(), channels);
  std::vector<Tally> of_dx = tallies(x.images(), roundings(dx.type()));
  std::vector<Tally> of_shortcut = tallies(x.images(), roundings(dx.type()));

  for_each_image(step.backend(), {&x, y, &dy, dy2, &dx, dshortcut}, [&](std::int64_t image) {
    Planes& planes = Planes::fresh();
    double* in = planes.take(pixels);
    double* out = planes.take(pixels);
    double* gradient = planes.take(pixels);
    double* second = planes.zeros(pixels);
    double* size = planes.take(pixels);
    double* residual = planes.take(pixels);
    double* scale = planes.take(pixels);
    for (std::int64_t c = 0; c < channels; ++c) {
      const std::int64_t begin = c * pixels;
      x.read(image, begin, pixels, in);
      dy.read(image, begin, pixels, gradient);
      dx.read(image, begin, pixels, residual);
      if (y != nullptr) y->read(image, begin, pixels, out);
      if (!desc.relu) std::fill(out, out + pixels, 1.0);  // all gradients pass
      if (has_mask) signs.read(image * channels + c, out);
      if (dy2 != nullptr) dy2->read(image, begin, pixels, second);
      const double center = mean[at(c)];
      const double inverse = inv_std[at(c)];
      const double factor = gamma[at(c)] * inverse;
      const double of_beta = dbeta[at(c)] / m;
      const double of_gamma = dgamma[at(c)] / m;
      for (std::int64_t i = 0; i < pixels; ++i) {
        const double both = gradient[i] + second[i];
        const double both_size = std::abs(gradient[i]) + std::abs(second[i]);
        gradient[i] = out[i] > 0 ? both : 0;
        size[i] = out[i] > 0 ? both_size : 0;
        const double normal_size = (std::abs(in[i]) + std::abs(center)) * inverse;
        in[i] = (in[i] - center) * inverse;
        residual[i] -= factor * (gradient[i] - of_beta - in[i] * of_gamma);
        scale[i] =
            std::abs(factor) * (size[i] + std::abs(of_beta) + normal_size * std::abs(of_gamma));
        out[i] = size[i] * normal_size;
      }
      of_dx[at(image)].see(residual, scale, pixels, image);
      beta_sums(image, c) = sum(gradient, pixels);
      beta_squares(image, c) = sum_of_squares(size, pixels);
      gamma_sums(image, c) = sum_of_products(gradient, in, pixels);
      gamma_squares(image, c) = sum_of_squares(out, pixels);
      if (dshortcut == nullptr) continue;
      dshortcut->read(image, begin, pixels, residual);
      for (std::int64_t i = 0; i < pixels; ++i) residual[i] -= gradient[i];
      of_shortcut[at(image)].see(residual, size, pixels, image);
    }
  });

  const Bound bound = sum_bound(count, dgamma_written.type());
  Tally of_beta(bound);
  Tally of_gamma(bound);
  for (std::int64_t c = 0; c < channels; ++c) {
    of_beta.see(dbeta[at(c)] - beta_sums.of(c),
                std::sqrt(beta_squares.of(c) + square(dbeta[at(c)])), c);
    of_gamma.see(dgamma[at(c)] - gamma_sums.of(c),
                 std::sqrt(gamma_squares.of(c) + square(dgamma[at(c)])), c);
  }
  std::vector<Verdict> verdicts = {{"dx", merged(of_dx)}, {"dgamma", of_gamma}, {"dbeta", of_beta}};
  if (dshortcut != nullptr) verdicts.push_back({"dshortcut", merged(of_shortcut)});
  return verdicts;
}

}  // namespace resnet_bench::verify
