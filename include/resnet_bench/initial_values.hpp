#pragma once

#include "resnet_bench/shape.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace resnet_bench {

enum class ParameterKind : std::uint8_t {
  conv_weight,
  batch_norm_weight,
  batch_norm_bias,
  running_mean,
  running_variance,
  linear_weight,
  linear_bias,
};

/// How BatchNorm starts. Convolutions and Linear start the same in all of them: He et al. 2015
/// (normal, fan-out) and uniform +-1/sqrt(fan-in), as torch's ResNets.
enum class BatchNormInit : std::uint8_t {
  standard,   ///< weight 1, bias 0
  random,     ///< weight in [0.5, 1.5), bias normal with sigma 0.1
  separated,  ///< weight 1, bias +4 in even channels and -4 in odd ones: ReLU inputs keep four
              ///< sigma from zero, so that no rounding flips a sign (for tests)
};

/// Makes initial values on the host from (seed, canonical path) alone, so they are the same for
/// every fusion, layout, precision and backend. All values are exact in fp32.
class InitialValues {
 public:
  /// `trained_statistics`: running mean and variance as if the network had been trained (normal
  /// with sigma 0.1; uniform in [0.5, 1.5)) instead of 0 and 1, so that inference, folded or not,
  /// has something to get wrong.
  InitialValues(std::int64_t seed, BatchNormInit init, bool trained_statistics)
      : seed_(seed), init_(init), trained_statistics_(trained_statistics) {}

  /// Row-major of `shape`. `fan_in` is wanted for linear_bias alone, whose shape does not tell it.
  std::vector<double> make(ParameterKind kind, const std::string& path, const Shape& shape,
                           std::int64_t fan_in = 0) const;

 private:
  std::int64_t seed_;
  BatchNormInit init_;
  bool trained_statistics_;
};

}  // namespace resnet_bench
