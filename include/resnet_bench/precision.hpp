#pragma once

#include "resnet_bench/tensor.hpp"

#include <cstdint>

namespace resnet_bench {

/// What a network computes in. Which of them a backend supports is the backend's answer.
enum class Precision : std::uint8_t {
  fp32,
  fp64,
  tf32,  ///< fp32 in memory; factors of products rounded to 11 bits
  fp16,  ///< mixed: see types_of
  bf16,  ///< mixed: see types_of
};

const char* to_string(Precision precision);

/// The types of a network's tensors. Mixed precision (Micikevicius et al. 2018, arXiv 1710.03740;
/// Kalamkar et al. 2019, arXiv 1905.12322) keeps what passes between layers in 16 bits and what is
/// summed up over steps in fp32. Sums within an op are in fp32 or more whatever the types.
struct NumberTypes {
  /// Activations and their gradients, the input.
  DataType activation;
  /// Weights as convolutions and Linear read them: where it is not `parameter`, working copies,
  /// which the update writes together with the parameter.
  DataType weight;
  /// Parameters, their gradients and momentum; BatchNorm's parameters and statistics; biases;
  /// logits and their gradient, probabilities, loss.
  DataType parameter;

  bool mixed() const { return weight != parameter; }
};

/// fp32, tf32: f32 all; fp64: f64 all; bf16, fp16: activation and weight in it, parameter in f32.
NumberTypes types_of(Precision precision);

/// Gradients are made this many times too large, so that small ones do not vanish in fp16, and the
/// update divides them by it: 128 for fp16, as in tf_cnn_benchmarks, else 1.
double loss_scale_of(Precision precision);

}  // namespace resnet_bench
