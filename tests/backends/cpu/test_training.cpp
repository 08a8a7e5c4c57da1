#include "device_tensor.hpp"
#include "vector_targets.hpp"

#include <algorithm>
#include <cmath>

namespace resnet_bench::test {
namespace {

class SoftmaxCrossEntropyTest
    : public testing::TestWithParam<std::tuple<std::int64_t, std::int64_t, double, int>> {};

/// Large logits overflow exp where the maximum is not taken off first.
TEST_P(SoftmaxCrossEntropyTest, ForwardAndBackward) {
  const auto [batch, classes, scale, threads] = GetParam();
  const auto backend = make_cpu_backend({.threads = threads});
  const Shape shape{batch, classes};
  Values logits = fractions(shape, 1);
  for (double& value : logits) value = static_cast<double>(static_cast<float>(value * scale));
  Values labels, want(logits.size()), want_gradient(logits.size());
  double want_loss = 0;
  for (std::int64_t n = 0; n < batch; ++n) {
    const std::int64_t label = n * 7 % classes;
    labels.push_back(static_cast<double>(label));
    const auto row = static_cast<std::size_t>(n * classes);
    const double most =
        *std::max_element(logits.begin() + n * classes, logits.begin() + (n + 1) * classes);
    double sum = 0;
    for (std::int64_t c = 0; c < classes; ++c) {
      sum += std::exp(logits[row + static_cast<std::size_t>(c)] - most);
    }
    for (std::int64_t c = 0; c < classes; ++c) {
      const std::size_t i = row + static_cast<std::size_t>(c);
      want[i] = std::exp(logits[i] - most) / sum;
      want_gradient[i] = (want[i] - (c == label ? 1 : 0)) / static_cast<double>(batch);
    }
    want_loss += most + std::log(sum) - logits[row + static_cast<std::size_t>(label)];
  }
  want_loss /= static_cast<double>(batch);

  const auto op = backend->make_softmax_cross_entropy({.logits = shape});
  const DeviceTensor device_logits(*backend, shape, LayoutId::plain, logits);
  DeviceTensor device_labels(*backend, {batch}, LayoutId::plain, DataType::i32);
  device_labels.set(labels);
  const DeviceTensor probabilities(*backend, shape, LayoutId::plain);
  const DeviceTensor loss(*backend, {1}, LayoutId::plain);
  op->forward({.logits = device_logits.tensor(),
               .labels = device_labels.tensor(),
               .probabilities = probabilities.tensor(),
               .loss = loss.tensor()});
  EXPECT_NEAR(loss.values()[0], want_loss, 1e-6 * (1 + want_loss));
  const Values got = probabilities.values();
  for (std::size_t i = 0; i < want.size(); ++i) ASSERT_NEAR(got[i], want[i], 1e-6);
  op->backward({.probabilities = probabilities.tensor(),
                .labels = device_labels.tensor(),
                .dlogits = probabilities.tensor()});
  const Values gradient = probabilities.values();
  for (std::size_t i = 0; i < want.size(); ++i) ASSERT_NEAR(gradient[i], want_gradient[i], 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Sizes, SoftmaxCrossEntropyTest,
                         testing::Combine(testing::Values(1, 5), testing::Values(1, 3, 1000),
                                          testing::Values(1.0, 1e4), testing::Values(1, 2, 5)));

class SgdTest : public testing::TestWithParam<int> {};

/// Two updates of parameters of unlike sizes, so that threads begin and end within them.
TEST_P(SgdTest, TwoUpdates) {
  const auto backend = make_cpu_backend({.threads = GetParam()});
  const SgdDesc desc{.learning_rate = 0.1, .momentum_factor = 0.9, .weight_decay = 0.01};
  on_each_vector_target([&] {
    std::vector<std::unique_ptr<DeviceTensor>> tensors;
    std::vector<SgdParameter> parameters;
    std::vector<Values> want;
    for (const std::int64_t size : {1, 100, 3, 17, 64, 1}) {
      const Shape shape{size};
      const auto seed = static_cast<std::uint64_t>(size);
      Values value = fractions(shape, seed);
      const Values gradient = fractions(shape, seed + 1);
      Values momentum = fractions(shape, seed + 2);
      for (const Values* values :
           std::initializer_list<const Values*>{&value, &gradient, &momentum}) {
        tensors.push_back(
            std::make_unique<DeviceTensor>(*backend, shape, LayoutId::plain, *values));
      }
      parameters.push_back({.value = tensors[tensors.size() - 3]->tensor(),
                            .gradient = tensors[tensors.size() - 2]->tensor(),
                            .momentum = tensors[tensors.size() - 1]->tensor()});
      for (int step = 0; step < 2; ++step) {
        for (std::size_t i = 0; i < value.size(); ++i) {
          momentum[i] = 0.9 * momentum[i] + gradient[i] + 0.01 * value[i];
          value[i] -= 0.1 * momentum[i];
        }
      }
      want.insert(want.end(), {value, gradient, momentum});
    }
    const auto op = backend->make_sgd(desc, parameters);
    op->update(parameters);
    op->update(parameters);
    for (std::size_t t = 0; t < tensors.size(); ++t) {
      const Values got = tensors[t]->values();
      for (std::size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i], want[t][i], 1e-6);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Threads, SgdTest, testing::Values(1, 2, 5));

}  // namespace
}  // namespace resnet_bench::test
