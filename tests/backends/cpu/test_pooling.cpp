#include "device_tensor.hpp"
#include "vector_targets.hpp"

#include <algorithm>
#include <ostream>

namespace resnet_bench::test {
namespace {

struct MaxPoolCase {
  Shape x;
  std::int64_t kernel, stride, pad;
  int threads;
  std::string layout;
};

std::ostream& operator<<(std::ostream& out, const MaxPoolCase& c) {
  return out << to_string(c.x) << " k" << c.kernel << " s" << c.stride << " p" << c.pad
             << " threads " << c.threads << ' ' << c.layout;
}

class MaxPoolTest : public testing::TestWithParam<MaxPoolCase> {
 protected:
  MaxPoolTest()
      : backend(make_cpu_backend({.threads = GetParam().threads, .layout = GetParam().layout})),
        desc{GetParam().x, GetParam().kernel, GetParam().stride, GetParam().pad} {}

  std::unique_ptr<Backend> backend;
  MaxPoolDesc desc;
};

/// Whole numbers make ties, of which the first wins.
TEST_P(MaxPoolTest, ForwardAndBackward) {
  const Values x = whole_numbers(desc.x, 1);
  const Shape shape = desc.y();
  const Values dy = whole_numbers(shape, 2);
  Values want_y, want_argmax, want_dx(x.size());
  for (std::int64_t image = 0; image < shape.n() * shape.c(); ++image) {
    for (std::int64_t p = 0; p < shape.h(); ++p) {
      for (std::int64_t q = 0; q < shape.w(); ++q) {
        std::int64_t best = -1, place = -1;
        for (std::int64_t r = 0; r < desc.kernel; ++r) {
          for (std::int64_t s = 0; s < desc.kernel; ++s) {
            const std::int64_t h = p * desc.stride + r - desc.pad;
            const std::int64_t w = q * desc.stride + s - desc.pad;
            if (h < 0 || h >= desc.x.h() || w < 0 || w >= desc.x.w()) continue;
            const std::int64_t at = (image * desc.x.h() + h) * desc.x.w() + w;
            if (best < 0 || x[static_cast<std::size_t>(at)] > x[static_cast<std::size_t>(best)]) {
              best = at;
              place = r * desc.kernel + s;
            }
          }
        }
        want_dx[static_cast<std::size_t>(best)] += dy[want_y.size()];
        want_y.push_back(x[static_cast<std::size_t>(best)]);
        want_argmax.push_back(static_cast<double>(place));
      }
    }
  }

  on_each_vector_target([&] {
    const auto op = backend->make_max_pool(desc);
    const LayoutId layout = op->activation_layout();
    const DeviceTensor device_x(*backend, desc.x, layout, x);
    const DeviceTensor y(*backend, shape, layout);
    const DeviceTensor argmax(*backend, shape, layout, DataType::u8);
    op->forward({.x = device_x.tensor(), .y = y.tensor(), .argmax = argmax.tensor()});
    EXPECT_EQ(y.values(), want_y);
    EXPECT_EQ(argmax.values(), want_argmax);
    const DeviceTensor y_alone(*backend, shape, layout);
    op->forward({.x = device_x.tensor(), .y = y_alone.tensor()});
    EXPECT_EQ(y_alone.values(), want_y);

    const DeviceTensor device_dy(*backend, shape, layout, dy);
    const DeviceTensor dx(*backend, desc.x, layout);
    op->backward({.argmax = argmax.tensor(), .dy = device_dy.tensor(), .dx = dx.tensor()});
    EXPECT_EQ(dx.values(), want_dx);
  });
}

std::vector<MaxPoolCase> cases() {
  std::vector<MaxPoolCase> all;
  for (const std::string& layout : forced_layouts()) {
    for (const int threads : {1, 2, 5}) {
      for (const std::int64_t channels : {1, 3, 17, 64}) {
        all.push_back({{2, channels, 7, 9}, 3, 2, 1, threads, layout});
        all.push_back({{1, channels, 5, 4}, 3, 1, 1, threads, layout});
        all.push_back({{5, channels, 4, 4}, 2, 2, 0, threads, layout});
        all.push_back({{1, channels, 8, 7}, 2, 3, 0, threads, layout});
        all.push_back({{1, channels, 1, 1}, 3, 2, 1, threads, layout});
      }
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Shapes, MaxPoolTest, testing::ValuesIn(cases()));

class GlobalAvgPoolTest
    : public testing::TestWithParam<std::tuple<std::int64_t, int, std::string>> {};

TEST_P(GlobalAvgPoolTest, ForwardAndBackward) {
  const auto& [channels, threads, forced] = GetParam();
  const auto backend = make_cpu_backend({.threads = threads, .layout = forced});
  const Shape shape{3, channels, 5, 7};
  const Shape pooled{3, channels, 1, 1};
  const Values x = fractions(shape, 1);
  const Values dy = fractions(pooled, 2);
  Values want_y(dy.size()), want_dx(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    want_y[i / 35] += x[i] / 35;
    want_dx[i] = dy[i / 35] / 35;
  }
  on_each_vector_target([&] {
    const auto op = backend->make_global_avg_pool(shape);
    const DeviceTensor device_x(*backend, shape, op->input_layout(), x);
    const DeviceTensor y(*backend, pooled, op->activation_layout());
    op->forward({.x = device_x.tensor(), .y = y.tensor()});
    const DeviceTensor device_dy(*backend, pooled, op->activation_layout(), dy);
    const DeviceTensor dx(*backend, shape, op->input_layout());
    op->backward({.dy = device_dy.tensor(), .dx = dx.tensor()});
    const Values got_y = y.values(), got_dx = dx.values();
    for (std::size_t i = 0; i < want_y.size(); ++i) ASSERT_NEAR(got_y[i], want_y[i], 1e-6);
    for (std::size_t i = 0; i < want_dx.size(); ++i) ASSERT_NEAR(got_dx[i], want_dx[i], 1e-8);
  });
}

INSTANTIATE_TEST_SUITE_P(Sizes, GlobalAvgPoolTest,
                         testing::Combine(testing::Values(1, 3, 17, 64, 300),
                                          testing::Values(1, 2, 5),
                                          testing::ValuesIn(forced_layouts())));

}  // namespace
}  // namespace resnet_bench::test
