#include "verify/checks.hpp"
#include "verify/planes.hpp"

#include <algorithm>
#include <cmath>

namespace resnet_bench::verify {
namespace {

/// Random signs, and sizes between a half and one: no channel counts for little.
std::vector<double> random_numbers(const RandomStream& random, std::int64_t count) {
  std::vector<double> numbers(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double uniform = random.uniform(i);
    numbers[i] = uniform < 0.5 ? -0.5 - uniform : uniform;
  }
  return numbers;
}

/// Outputs along an axis, [first, last), whose tap `r` falls within `extent`.
struct Outputs {
  std::int64_t first, last;
};

Outputs outputs_of(const ConvDesc& d, std::int64_t r, std::int64_t extent, std::int64_t outputs) {
  const std::int64_t most = extent - 1 + d.pad - r;  // of output * stride
  return {std::max<std::int64_t>(0, (d.pad - r + d.stride - 1) / d.stride),
          most < 0 ? 0 : std::min(outputs, most / d.stride + 1)};
}

/// For every tap and row of outputs calls visit(tap, y, x, count): outputs y, y + 1, ... of a plane
/// read x, x + stride, ... of the input's plane.
template <class Visit>
void for_each_tap_row(const ConvDesc& d, Visit&& visit) {
  const Shape y = d.y();
  for (std::int64_t r = 0; r < d.kernel; ++r) {
    const Outputs rows = outputs_of(d, r, d.x.h(), y.h());
    for (std::int64_t s = 0; s < d.kernel; ++s) {
      const Outputs columns = outputs_of(d, s, d.x.w(), y.w());
      if (columns.first >= columns.last) continue;
      for (std::int64_t p = rows.first; p < rows.last; ++p) {
        visit(r * d.kernel + s, p * y.w() + columns.first,
              (p * d.stride + r - d.pad) * d.x.w() + columns.first * d.stride + s - d.pad,
              columns.last - columns.first);
      }
    }
  }
}

/// y += the convolution of one plane with one tap's weights each; null: all are 1.
void gather(const ConvDesc& d, const double* weight, const double* x, double* y) {
  for_each_tap_row(d, [&](std::int64_t tap, std::int64_t to, std::int64_t from, std::int64_t n) {
    const double w = weight == nullptr ? 1 : weight[tap];
    if (d.stride == 1) {
      for (std::int64_t i = 0; i < n; ++i) y[to + i] += w * x[from + i];
    } else {
      for (std::int64_t i = 0; i < n; ++i) y[to + i] += w * x[from + i * d.stride];
    }
  });
}

/// dx += the same turned round.
void scatter(const ConvDesc& d, const double* weight, const double* dy, double* dx) {
  for_each_tap_row(d, [&](std::int64_t tap, std::int64_t from, std::int64_t to, std::int64_t n) {
    const double w = weight == nullptr ? 1 : weight[tap];
    if (d.stride == 1) {
      for (std::int64_t i = 0; i < n; ++i) dx[to + i] += w * dy[from + i];
    } else {
      for (std::int64_t i = 0; i < n; ++i) dx[to + i * d.stride] += w * dy[from + i];
    }
  });
}

/// sums[tap] += the products of one plane of x with one of dy.
void correlate(const ConvDesc& d, const double* x, const double* dy, double* sums) {
  for_each_tap_row(d, [&](std::int64_t tap, std::int64_t at, std::int64_t from, std::int64_t n) {
    if (d.stride == 1) {
      sums[tap] += sum_of_products(x + from, dy + at, n);
    } else {
      for (std::int64_t i = 0; i < n; ++i) sums[tap] += x[from + i * d.stride] * dy[at + i];
    }
  });
}

Plane plane(std::int64_t size) { return Plane(static_cast<std::size_t>(size)); }

void spread(double* sizes, std::int64_t count) {
  std::fill(sizes, sizes + count, *std::max_element(sizes, sizes + count));
}

std::int64_t pixels(const Shape& shape) { return shape.h() * shape.w(); }

double square(double value) { return value * value; }

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

}  // namespace

ConvCheck::ConvCheck(const ConvDesc& desc, const std::string& algorithm, std::vector<double> weight,
                     const RandomStream& random)
    : desc_(desc),
      taps_(desc.kernel * desc.kernel),
      amplified_(amplification(algorithm)),
      spreads_(amplified_ > 1),
      weight_(std::move(weight)),
      of_outputs_(random_numbers(random, desc.out_channels)),
      of_inputs_(random_numbers(random, desc.x.c())) {}

ConvCheck::Projected ConvCheck::project_outputs() const {
  const std::int64_t per_output = desc_.x.c() * taps_;
  Projected sum{plane(per_output), plane(desc_.x.c())};
  Plane squares = plane(per_output);
  for (std::int64_t o = 0; o < desc_.out_channels; ++o) {
    const double v = of_outputs_[at(o)];
    add_weighted(&weight_[at(o * per_output)], per_output, v, sum.weight.data());
    add_squares(&weight_[at(o * per_output)], per_output, v * v, squares.data());
  }
  for (std::int64_t i = 0; i < per_output; ++i) {
    double& largest = sum.largest[at(i / taps_)];
    largest = std::max(largest, squares[at(i)]);
  }
  return sum;
}

ConvCheck::Projected ConvCheck::project_inputs() const {
  const std::int64_t inputs = desc_.x.c();
  Projected sum{plane(desc_.out_channels * taps_), plane(desc_.out_channels)};
  Plane squares = plane(taps_);
  for (std::int64_t o = 0; o < desc_.out_channels; ++o) {
    std::fill(squares.begin(), squares.end(), 0.0);
    for (std::int64_t i = 0; i < inputs; ++i) {
      const double v = of_inputs_[at(i)];
      const double* weight = &weight_[at((o * inputs + i) * taps_)];
      add_weighted(weight, taps_, v, &sum.weight[at(o * taps_)]);
      add_squares(weight, taps_, v * v, squares.data());
    }
    sum.largest[at(o)] = *std::max_element(squares.begin(), squares.end());
  }
  return sum;
}

std::vector<Verdict> ConvCheck::forward(StepOperands& step, HostTensor* negated) const {
  const Projected w = project_outputs();
  HostTensor& x = step.read("x");
  HostTensor& y = step.written("y");
  HostTensor* shortcut = step.find_read("shortcut");
  const std::vector<double> bias = step.values("bias");
  const std::int64_t in = pixels(desc_.x);
  const std::int64_t out = pixels(desc_.y());
  const Bound bound = sum_bound(desc_.x.c() * taps_ + 2, y.type(), desc_.out_channels, amplified_,
                                factor_roundoff(step.backend().precision()));
  std::vector<Tally> images = tallies(y.images(), bound);

  for_each_image(step.backend(), {&y, &x, shortcut, negated}, [&](std::int64_t image) {
    Planes& planes = Planes::fresh();
    double* values = planes.take(std::max(in, out));
    double* minus = planes.take(out);
    double* energy = planes.zeros(in);
    double* expected = planes.zeros(out);
    double* sizes = planes.zeros(out);
    for (std::int64_t i = 0; i < desc_.x.c(); ++i) {
      x.read(image, i * in, in, values);
      gather(desc_, &w.weight[at(i * taps_)], values, expected);
      add_squares(values, in, w.largest[at(i)], energy);
    }
    gather(desc_, nullptr, energy, sizes);
    if (spreads_) spread(sizes, out);

    double* found = planes.zeros(out);
    double* both = planes.zeros(out);  // what is above zero in y and in its negated twin
    for (std::int64_t o = 0; o < desc_.out_channels; ++o) {
      const double v = of_outputs_[at(o)];
      y.read(image, o * out, out, values);
      if (negated != nullptr) {
        negated->read(image, o * out, out, minus);
        for (std::int64_t i = 0; i < out; ++i) {
          both[i] += square(v * std::min(values[i], minus[i]));
          values[i] -= minus[i];
        }
      }
      add_weighted(values, out, v, found);
      add_squares(values, out, v * v, sizes);
      if (!bias.empty()) {
        const double b = v * bias[at(o)];
        for (std::int64_t i = 0; i < out; ++i) {
          expected[i] += b;
          sizes[i] += b * b;
        }
      }
      if (shortcut != nullptr) {
        shortcut->read(image, o * out, out, values);
        add_weighted(values, out, v, expected);
        add_squares(values, out, v * v, sizes);
      }
    }
    for (std::int64_t i = 0; i < out; ++i) {
      const double scale = std::sqrt(sizes[i]);
      images[at(image)].see(found[i] - expected[i], scale, image);
      if (negated != nullptr) images[at(image)].see(std::sqrt(both[i]), scale, image);
    }
  });
  return {{"y", merged(images)}};
}

std::vector<Verdict> ConvCheck::backward_data(StepOperands& step) const {
  const Projected w = project_inputs();
  HostTensor& dy = step.read("dy");
  HostTensor& dx = step.written("dx");
  const std::int64_t in = pixels(desc_.x);
  const std::int64_t out = pixels(desc_.y());
  std::vector<Tally> images =
      tallies(dx.images(), sum_bound(desc_.out_channels * taps_, dx.type(), desc_.x.c(), amplified_,
                                     factor_roundoff(step.backend().precision())));

  for_each_image(step.backend(), {&dy, &dx}, [&](std::int64_t image) {
    Planes& planes = Planes::fresh();
    double* values = planes.take(std::max(in, out));
    double* energy = planes.zeros(out);
    double* expected = planes.zeros(in);
    double* sizes = planes.zeros(in);
    for (std::int64_t o = 0; o < desc_.out_channels; ++o) {
      dy.read(image, o * out, out, values);
      scatter(desc_, &w.weight[at(o * taps_)], values, expected);
      add_squares(values, out, w.largest[at(o)], energy);
    }
    scatter(desc_, nullptr, energy, sizes);
    if (spreads_) spread(sizes, in);

    double* found = planes.zeros(in);
    for (std::int64_t i = 0; i < desc_.x.c(); ++i) {
      const double v = of_inputs_[at(i)];
      dx.read(image, i * in, in, values);
      add_weighted(values, in, v, found);
      add_squares(values, in, v * v, sizes);
    }
    for (std::int64_t i = 0; i < in; ++i) {
      images[at(image)].see(found[i] - expected[i], std::sqrt(sizes[i]), image);
    }
  });
  return {{"dx", merged(images)}};
}

std::vector<Verdict> ConvCheck::backward_weights(StepOperands& step) const {
  HostTensor& x = step.read("x");
  HostTensor& dy = step.read("dy");
  HostTensor& dweight = step.written("dweight");
  const std::int64_t in = pixels(desc_.x);
  const std::int64_t out = pixels(desc_.y());
  const std::int64_t inputs = desc_.x.c();
  const auto images = at(x.images());
  std::vector<Plane> sums(images);   // [input channel][tap], of an image
  std::vector<Plane> sizes(images);  // [input channel]

  for_each_image(step.backend(), {&x, &dy}, [&](std::int64_t image) {
    Planes& planes = Planes::fresh();
    double* values = planes.take(std::max(in, out));
    double* projected = planes.zeros(out);
    double* squares = planes.zeros(out);
    for (std::int64_t o = 0; o < desc_.out_channels; ++o) {
      const double v = of_outputs_[at(o)];
      dy.read(image, o * out, out, values);
      add_weighted(values, out, v, projected);
      add_squares(values, out, v * v, squares);
    }
    // By input pixel, the largest over the taps that reach it: one sum for all taps.
    double* reached = planes.zeros(in);
    for_each_tap_row(desc_, [&](std::int64_t, std::int64_t from, std::int64_t to, std::int64_t n) {
      for (std::int64_t i = 0; i < n; ++i) {
        double& largest = reached[to + i * desc_.stride];
        largest = std::max(largest, squares[from + i]);
      }
    });
    Plane& sums_here = sums[at(image)] = plane(inputs * taps_);
    Plane& sizes_here = sizes[at(image)] = plane(inputs);
    for (std::int64_t i = 0; i < inputs; ++i) {
      x.read(image, i * in, in, values);
      correlate(desc_, values, projected, &sums_here[at(i * taps_)]);
      for (std::int64_t j = 0; j < in; ++j) values[j] *= values[j];
      sizes_here[at(i)] = sum_of_products(values, reached, in);
    }
  });

  Plane expected = plane(inputs * taps_);
  Plane size = plane(inputs);
  for (std::size_t image = 0; image < images; ++image) {
    add_weighted(sums[image].data(), inputs * taps_, 1, expected.data());
    add_weighted(sizes[image].data(), inputs, 1, size.data());
  }
  Plane found = plane(inputs * taps_);
  Plane written = plane(inputs * taps_);
  const Plane gradient = dweight.values();
  for (std::int64_t o = 0; o < desc_.out_channels; ++o) {
    const double v = of_outputs_[at(o)];
    add_weighted(&gradient[at(o * inputs * taps_)], inputs * taps_, v, found.data());
    add_squares(&gradient[at(o * inputs * taps_)], inputs * taps_, v * v, written.data());
  }
  Tally tally(sum_bound(x.images() * out, dweight.type(), desc_.out_channels, amplified_,
                        factor_roundoff(step.backend().precision())));
  for (std::int64_t i = 0; i < inputs * taps_; ++i) {
    tally.see(found[at(i)] - expected[at(i)], std::sqrt(size[at(i / taps_)] + written[at(i)]),
              i / taps_);
  }
  return {{"dweight", tally}};
}

/// dbias[o] = sum over n of dy[n,o].
std::vector<Verdict> check_bias_gradient(StepOperands& step) {
  HostTensor& dy = step.read("dy");
  HostTensor& dbias = step.written("dbias");
  const std::vector<double> gradients = dy.values();
  const std::vector<double> found = dbias.values();
  Tally tally(sum_bound(dy.images(), dbias.type()));
  for (std::size_t o = 0; o < found.size(); ++o) {
    double sum = 0;
    double squares = 0;
    for (std::size_t i = o; i < gradients.size(); i += found.size()) {
      sum += gradients[i];
      squares += square(gradients[i]);
    }
    tally.see(found[o] - sum, std::sqrt(squares + square(sum)), static_cast<std::int64_t>(o));
  }
  return {{"dbias", tally}};
}

}  // namespace resnet_bench::verify
