#include "resnet_bench/initial_values.hpp"

#include "resnet_bench/parallel_for.hpp"
#include "resnet_bench/random.hpp"

#include <cmath>

namespace resnet_bench {
namespace {

/// Calls draw(i) for each element and rounds to fp32, so that every precision starts alike.
template <class Draw>
std::vector<double> fill(const Shape& shape, Draw draw) {
  std::vector<double> values(static_cast<std::size_t>(shape.elements()));
  parallel_for(shape.elements(), [&](std::int64_t begin, std::int64_t end) {
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
      values[i] = static_cast<double>(static_cast<float>(draw(i)));
    }
  });
  return values;
}

}  // namespace

std::vector<double> InitialValues::make(ParameterKind kind, const std::string& path,
                                        const Shape& shape, std::int64_t fan_in) const {
  const RandomStream stream(seed_, path);
  switch (kind) {
    case ParameterKind::conv_weight: {
      const auto fan_out = static_cast<float>(shape[0] * shape[2] * shape[3]);
      const float sigma = std::sqrt(2.0F / fan_out);
      return fill(shape, [&](std::size_t i) { return sigma * stream.normal(i); });
    }
    case ParameterKind::linear_weight:
    case ParameterKind::linear_bias: {
      const std::int64_t inputs = kind == ParameterKind::linear_bias ? fan_in : shape[1];
      const float bound = 1.0F / std::sqrt(static_cast<float>(inputs));
      return fill(shape, [&](std::size_t i) { return bound * (2.0F * stream.uniform(i) - 1.0F); });
    }
    case ParameterKind::batch_norm_weight:
      if (init_ != BatchNormInit::random) return fill(shape, [](std::size_t) { return 1.0F; });
      return fill(shape, [&](std::size_t i) { return 0.5F + stream.uniform(i); });
    case ParameterKind::batch_norm_bias:
      if (init_ == BatchNormInit::standard) return fill(shape, [](std::size_t) { return 0.0F; });
      if (init_ == BatchNormInit::random) {
        return fill(shape, [&](std::size_t i) { return 0.1F * stream.normal(i); });
      }
      return fill(shape, [](std::size_t i) { return i % 2 == 0 ? 4.0F : -4.0F; });
    case ParameterKind::running_mean:
      if (!trained_statistics_) return fill(shape, [](std::size_t) { return 0.0F; });
      return fill(shape, [&](std::size_t i) { return 0.1F * stream.normal(i); });
    case ParameterKind::running_variance:
      if (!trained_statistics_) return fill(shape, [](std::size_t) { return 1.0F; });
      return fill(shape, [&](std::size_t i) { return 0.5F + stream.uniform(i); });
  }
  return {};
}

}  // namespace resnet_bench
