#pragma once

#include <cstdint>

namespace resnet_bench::cpu {

/// What follows a convolution in inference, on a block of its output while it is in cache:
/// y = relu(y + bias + shortcut). Null pointers and a false `relu` leave a part out.
struct ConvEpilogue {
  const float* bias = nullptr;      ///< (columns)
  const float* shortcut = nullptr;  ///< as y
  bool relu = false;

  /// The epilogue of a block of y that starts at a row `offset` floats further and at `column`.
  ConvEpilogue at(std::int64_t offset, std::int64_t column) const {
    return {bias != nullptr ? bias + column : nullptr,
            shortcut != nullptr ? shortcut + offset + column : nullptr, relu};
  }

  bool empty() const { return bias == nullptr && shortcut == nullptr && !relu; }
};

/// y: rows x columns, rows `stride` apart (the shortcut's too), the bias at the first column.
void conv_epilogue(const ConvEpilogue& epilogue, std::int64_t rows, std::int64_t columns,
                   std::int64_t stride, float* y);

}  // namespace resnet_bench::cpu
