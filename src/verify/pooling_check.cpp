#include "verify/checks.hpp"

#include <cmath>

namespace resnet_bench::verify {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

/// The value at (h, w) of a plane; minus infinity on padding, which never wins.
double value_or_padding(const std::vector<double>& plane, const Shape& x, std::int64_t h,
                        std::int64_t w) {
  if (h < 0 || h >= x.h() || w < 0 || w >= x.w()) return -HUGE_VAL;
  return plane[at(h * x.w() + w)];
}

}  // namespace

std::vector<Verdict> check_max_pool_forward(const MaxPoolDesc& desc, StepOperands& step) {
  HostTensor& x = step.read("x");
  HostTensor& y = step.written("y");
  HostTensor* argmax = step.find_written("argmax");
  const Shape out = desc.y();
  const std::int64_t in_pixels = desc.x.h() * desc.x.w();
  const std::int64_t out_pixels = out.h() * out.w();
  std::vector<Tally> of_y = tallies(y.images(), exact);
  std::vector<Tally> of_argmax = tallies(y.images(), exact);

  for_each_image(step.backend(), {&x, &y, argmax}, [&](std::int64_t image) {
    std::vector<double> in(at(in_pixels)), found(at(out_pixels)), places(at(out_pixels));
    for (std::int64_t c = 0; c < desc.x.c(); ++c) {
      x.read(image, c * in_pixels, in_pixels, in.data());
      y.read(image, c * out_pixels, out_pixels, found.data());
      if (argmax != nullptr) argmax->read(image, c * out_pixels, out_pixels, places.data());
      for (std::int64_t i = 0; i < out_pixels; ++i) {
        const std::int64_t h = i / out.w() * desc.stride - desc.pad;
        const std::int64_t w = i % out.w() * desc.stride - desc.pad;
        double largest = -HUGE_VAL;
        for (std::int64_t tap = 0; tap < desc.kernel * desc.kernel; ++tap) {
          largest = std::max(
              largest, value_or_padding(in, desc.x, h + tap / desc.kernel, w + tap % desc.kernel));
        }
        of_y[at(image)].see(found[at(i)] - largest, std::abs(largest), image);
        if (argmax == nullptr) continue;
        const auto place = static_cast<std::int64_t>(places[at(i)]);
        const bool inside = place < desc.kernel * desc.kernel;
        const double there =
            inside ? value_or_padding(in, desc.x, h + place / desc.kernel, w + place % desc.kernel)
                   : -HUGE_VAL;
        of_argmax[at(image)].see(there - largest, std::abs(largest), image);
      }
    }
  });
  std::vector<Verdict> verdicts = {{"y", merged(of_y)}};
  if (argmax != nullptr) verdicts.push_back({"argmax", merged(of_argmax)});
  return verdicts;
}

std::vector<Verdict> check_max_pool_backward(const MaxPoolDesc& desc, StepOperands& step) {
  HostTensor& argmax = step.read("argmax");
  HostTensor& dy = step.read("dy");
  HostTensor& dx = step.written("dx");
  const Shape out = desc.y();
  const std::int64_t in_pixels = desc.x.h() * desc.x.w();
  const std::int64_t out_pixels = out.h() * out.w();
  const std::int64_t windows = (desc.kernel + desc.stride - 1) / desc.stride;  // along an axis
  const auto terms = static_cast<double>(windows * windows);
  std::vector<Tally> images = tallies(dx.images(), roundings(dx.type(), terms));

  for_each_image(step.backend(), {&dx, &dy, &argmax}, [&](std::int64_t image) {
    std::vector<double> found(at(in_pixels)), gradient(at(out_pixels)), places(at(out_pixels));
    for (std::int64_t c = 0; c < desc.x.c(); ++c) {
      dx.read(image, c * in_pixels, in_pixels, found.data());
      dy.read(image, c * out_pixels, out_pixels, gradient.data());
      argmax.read(image, c * out_pixels, out_pixels, places.data());
      std::vector<double> expected(at(in_pixels)), sizes(at(in_pixels));
      for (std::int64_t i = 0; i < out_pixels; ++i) {
        const auto place = static_cast<std::int64_t>(places[at(i)]);
        const std::int64_t h = i / out.w() * desc.stride - desc.pad + place / desc.kernel;
        const std::int64_t w = i % out.w() * desc.stride - desc.pad + place % desc.kernel;
        if (h < 0 || h >= desc.x.h() || w < 0 || w >= desc.x.w()) continue;  // Fwd's mistake
        expected[at(h * desc.x.w() + w)] += gradient[at(i)];
        sizes[at(h * desc.x.w() + w)] += std::abs(gradient[at(i)]);
      }
      for (std::size_t i = 0; i < at(in_pixels); ++i) {
        images[at(image)].see(found[i] - expected[i], sizes[i], image);
      }
    }
  });
  return {{"dx", merged(images)}};
}

std::vector<Verdict> check_average_forward(StepOperands& step) {
  HostTensor& x = step.read("x");
  HostTensor& y = step.written("y");
  const std::int64_t pixels = x.shape().h() * x.shape().w();
  const auto count = static_cast<double>(pixels);
  std::vector<Tally> images = tallies(x.images(), roundings(y.type(), count));
  for_each_image(step.backend(), {&x, &y}, [&](std::int64_t image) {
    std::vector<double> in(at(pixels));
    for (std::int64_t c = 0; c < x.shape().c(); ++c) {
      x.read(image, c * pixels, pixels, in.data());
      double found = 0;
      y.read(image, c, 1, &found);
      double sum = 0;
      double size = 0;
      for (const double value : in) {
        sum += value;
        size += std::abs(value);
      }
      images[at(image)].see(found - sum / count, size / count, image);
    }
  });
  return {{"y", merged(images)}};
}

std::vector<Verdict> check_average_backward(StepOperands& step) {
  HostTensor& dy = step.read("dy");
  HostTensor& dx = step.written("dx");
  const std::int64_t pixels = dx.shape().h() * dx.shape().w();
  std::vector<Tally> images = tallies(dx.images(), roundings(dx.type()));
  for_each_image(step.backend(), {&dx, &dy}, [&](std::int64_t image) {
    std::vector<double> found(at(pixels));
    for (std::int64_t c = 0; c < dx.shape().c(); ++c) {
      dx.read(image, c * pixels, pixels, found.data());
      double gradient = 0;
      dy.read(image, c, 1, &gradient);
      gradient /= static_cast<double>(pixels);
      for (const double value : found) {
        images[at(image)].see(value - gradient, std::abs(gradient), image);
      }
    }
  });
  return {{"dx", merged(images)}};
}

}  // namespace resnet_bench::verify
