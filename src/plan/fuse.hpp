#pragma once

#include "layers/sequential.hpp"

namespace resnet_bench {

enum class Fusion {
  none,  ///< every layer a leaf
  bn,    ///< BatchNorm with the ReLU, or the add and the ReLU, that follow it
  fold,  ///< inference: BatchNorm in the convolution's weights, add and ReLU in its epilogue
};

const char* to_string(Fusion fusion);

/// Rewrites an unfused tree whose paths are assigned. Fused leaves list the canonical paths of
/// what they replace, so parameters keep their names and values; paths are assigned anew.
void fuse(Sequential& model, Fusion fusion);

}  // namespace resnet_bench
