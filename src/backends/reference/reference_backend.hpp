#pragma once

#include "resnet_bench/backend.hpp"

#include <memory>

namespace resnet_bench {

struct ReferenceOptions {
  DataType float_type = DataType::f64;  ///< f32 or f64; sums are in double in both
  bool channels_last = false;           ///< activations in nhwc instead of plain
};

/// Naive loops on one thread that follow the definitions in ops.hpp line by line: the oracle of
/// every test. For small sizes.
std::unique_ptr<Backend> make_reference_backend(const ReferenceOptions& options);

}  // namespace resnet_bench
