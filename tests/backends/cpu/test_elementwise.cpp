#include "device_tensor.hpp"
#include "vector_targets.hpp"

#include <cmath>

namespace resnet_bench::test {
namespace {

/// Element counts around the vector widths (4, 8, 16 floats) and the cache line.
class ElementwiseTest : public testing::TestWithParam<std::tuple<std::int64_t, int>> {
 protected:
  Shape shape{1, std::get<0>(GetParam()), 1, 1};
  std::unique_ptr<Backend> backend = make_cpu_backend({.threads = std::get<1>(GetParam())});
};

TEST_P(ElementwiseTest, ReluForward) {
  const Values x = whole_numbers(shape, 1);
  Values want;
  for (const double value : x) want.push_back(std::max(value, 0.0));
  on_each_vector_target([&] {
    const auto op = backend->make_relu(shape);
    const DeviceTensor device_x(*backend, shape, op->activation_layout(), x);
    const DeviceTensor y(*backend, shape, op->activation_layout());
    op->forward({.x = device_x.tensor(), .y = y.tensor()});
    EXPECT_EQ(y.values(), want);
    op->forward({.x = device_x.tensor(), .y = device_x.tensor()});
    EXPECT_EQ(device_x.values(), want) << "y in x's memory";
  });
}

TEST_P(ElementwiseTest, ReluBackward) {
  const Values y = whole_numbers(shape, 1);
  const Values dy = whole_numbers(shape, 2);
  Values want;
  for (std::size_t i = 0; i < y.size(); ++i) want.push_back(y[i] > 0 ? dy[i] : 0);
  on_each_vector_target([&] {
    const auto op = backend->make_relu(shape);
    const DeviceTensor device_y(*backend, shape, op->activation_layout(), y);
    const DeviceTensor device_dy(*backend, shape, op->activation_layout(), dy);
    const DeviceTensor dx(*backend, shape, op->activation_layout());
    op->backward({.y = device_y.tensor(), .dy = device_dy.tensor(), .dx = dx.tensor()});
    EXPECT_EQ(dx.values(), want);
    op->backward({.y = device_y.tensor(), .dy = device_dy.tensor(), .dx = device_dy.tensor()});
    EXPECT_EQ(device_dy.values(), want) << "dx in dy's memory";
  });
}

TEST_P(ElementwiseTest, Add) {
  const Values a = whole_numbers(shape, 1);
  const Values b = whole_numbers(shape, 2);
  Values want;
  for (std::size_t i = 0; i < a.size(); ++i) want.push_back(a[i] + b[i]);
  on_each_vector_target([&] {
    const auto op = backend->make_add(shape);
    const DeviceTensor device_a(*backend, shape, op->activation_layout(), a);
    const DeviceTensor device_b(*backend, shape, op->activation_layout(), b);
    const DeviceTensor sum(*backend, shape, op->activation_layout());
    op->forward({.a = device_a.tensor(), .b = device_b.tensor(), .sum = sum.tensor()});
    EXPECT_EQ(sum.values(), want);
    op->forward({.a = device_a.tensor(), .b = device_b.tensor(), .sum = device_b.tensor()});
    EXPECT_EQ(device_b.values(), want) << "sum in b's memory";
    const DeviceTensor b_again(*backend, shape, op->activation_layout(), b);
    op->forward({.a = device_a.tensor(), .b = b_again.tensor(), .sum = device_a.tensor()});
    EXPECT_EQ(device_a.values(), want) << "sum in a's memory";
  });
}

TEST_P(ElementwiseTest, ReluKeepsNaN) {
  Values x(static_cast<std::size_t>(shape.elements()), std::nan(""));
  const auto op = backend->make_relu(shape);
  const DeviceTensor device_x(*backend, shape, op->activation_layout(), x);
  op->forward({.x = device_x.tensor(), .y = device_x.tensor()});
  for (const double value : device_x.values()) EXPECT_TRUE(std::isnan(value));
}

TEST(Denormals, AreZeroInEveryThread) {
  const auto backend = make_cpu_backend({.threads = 5});
  const Shape shape{1, 5 * 64, 1, 1};
  const Values denormal(static_cast<std::size_t>(shape.elements()), 1e-40);
  const auto op = backend->make_add(shape);
  const DeviceTensor a(*backend, shape, op->activation_layout(), denormal);
  const DeviceTensor sum(*backend, shape, op->activation_layout());
  op->forward({.a = a.tensor(), .b = a.tensor(), .sum = sum.tensor()});
  EXPECT_EQ(sum.values(), Values(denormal.size(), 0.0));
}

INSTANTIATE_TEST_SUITE_P(Sizes, ElementwiseTest,
                         testing::Combine(testing::Values(1, 3, 4, 5, 15, 16, 17, 31, 33, 64, 1000),
                                          testing::Values(1, 2, 5)));

}  // namespace
}  // namespace resnet_bench::test
