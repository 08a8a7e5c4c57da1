#pragma once

#include "resnet_bench/backend.hpp"

#include <memory>

namespace resnet_bench {

struct ReferenceOptions {
  Precision precision = Precision::fp64;  ///< any but tf32; sums are in double in all
  bool channels_last = false;             ///< activations in nhwc instead of plain
};

/// Naive loops on one thread that follow the definitions in ops.hpp line by line: the oracle of
/// every test. For small sizes. Throws Refusal for tf32.
std::unique_ptr<Backend> make_reference_backend(const ReferenceOptions& options);

}  // namespace resnet_bench
