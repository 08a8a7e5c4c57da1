#include "resnet_bench/host_values.hpp"

#include "backends/reference/reference_backend.hpp"
#include "support/networks.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace resnet_bench {
namespace {

/// A network of every layer after one iteration.
class Trained {
 public:
  explicit Trained(Precision precision)
      : backend_(make_reference_backend({.precision = precision})),
        net_(*backend_, {.model = "every_layer", .batch = 4, .image_size = 15, .classes = 3},
             test::every_layer(3), {.init = BatchNormInit::separated}) {
    net_.session.iterate();
  }

  const std::vector<ParameterInfo>& parameters() const {
    return net_.network.assembly().parameters();
  }
  const TensorInfo& info(TensorId id) const { return net_.network.assembly().tensor(id); }
  std::vector<double> values(TensorId id) const { return net_.session.values(id); }
  double loss() const { return net_.session.loss(); }

 private:
  std::unique_ptr<Backend> backend_;
  test::Prepared net_;
};

double distance(const std::vector<double>& got, const std::vector<double>& want, double scale) {
  double difference = 0;
  double size = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    difference += std::pow(got[i] / scale - want[i], 2);
    size += want[i] * want[i];
  }
  return std::sqrt(difference / size);
}

class MixedPrecision : public testing::TestWithParam<Precision> {};

TEST_P(MixedPrecision, GradientsAreNearThoseOfDouble) {
  const Trained exact(Precision::fp64);
  const Trained mixed(GetParam());
  // ReLU inputs stay away from zero, so what is left is rounding, and that of bf16 is 8 times that
  // of fp16: units of 2^-8 and 2^-11. BatchNorm's backward takes much of a gradient away and makes
  // the error of the rest that much larger: 30 units were seen.
  const double unit = GetParam() == Precision::bf16 ? std::exp2(-8) : std::exp2(-11);
  EXPECT_NEAR(mixed.loss(), exact.loss(), 10 * unit);
  for (std::size_t i = 0; i < exact.parameters().size(); ++i) {
    const ParameterInfo& parameter = exact.parameters()[i];
    if (parameter.gradient == no_tensor) continue;
    const auto want = exact.values(parameter.gradient);
    const auto got = mixed.values(mixed.parameters()[i].gradient);
    double size = 0;
    for (const double value : want) size += value * value;
    if (std::sqrt(size) < 1e-6) continue;  // a channel that ReLU closes has none
    EXPECT_LT(distance(got, want, loss_scale_of(GetParam())), 40 * unit) << parameter.path;
  }
}

TEST_P(MixedPrecision, WorkingCopiesAreTheRoundedParameters) {
  const Trained mixed(GetParam());
  const DataType type = types_of(GetParam()).weight;
  std::int64_t copies = 0;
  for (const ParameterInfo& parameter : mixed.parameters()) {
    EXPECT_EQ(mixed.info(parameter.value).type, DataType::f32);
    const bool is_weight = parameter.kind == ParameterKind::conv_weight ||
                           parameter.kind == ParameterKind::linear_weight;
    EXPECT_EQ(parameter.copies.size(), is_weight ? 1U : 0U) << parameter.path;
    for (const TensorId copy : parameter.copies) {
      ++copies;
      EXPECT_EQ(mixed.info(copy).type, type);
      const std::vector<double> value = mixed.values(parameter.value);
      EXPECT_EQ(mixed.values(copy), to_doubles(type, to_bytes(type, value))) << parameter.path;
      EXPECT_NE(mixed.values(copy), value) << parameter.path << ": nothing was rounded";
    }
  }
  EXPECT_EQ(copies, 7);
}

INSTANTIATE_TEST_SUITE_P(Types, MixedPrecision, testing::Values(Precision::bf16, Precision::fp16),
                         [](const auto& type) { return std::string(to_string(type.param)); });

/// In inference there is no update, so a weight is kept in the one form that is read.
TEST(MixedPrecisionInference, WeightsAreKeptOnce) {
  const auto backend = make_reference_backend({.precision = Precision::bf16});
  test::Prepared net(*backend, test::small("resnet18", "v1.5", false, Fusion::none));
  for (const ParameterInfo& parameter : net.network.assembly().parameters()) {
    EXPECT_TRUE(parameter.copies.empty());
    const bool is_weight = parameter.kind == ParameterKind::conv_weight ||
                           parameter.kind == ParameterKind::linear_weight;
    EXPECT_EQ(net.network.assembly().tensor(parameter.value).type,
              is_weight ? DataType::bf16 : DataType::f32)
        << parameter.path;
  }
  net.session.iterate();
  for (const double logit : net.session.values(net.network.logits())) {
    EXPECT_TRUE(std::isfinite(logit));
  }
}

}  // namespace
}  // namespace resnet_bench
