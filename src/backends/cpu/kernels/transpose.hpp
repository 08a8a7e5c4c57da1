#pragma once

#include <cstdint>

namespace resnet_bench::cpu {

/// to[column][row] = from[row][column] for the rows [row_begin, row_end) of a dense rows x columns
/// matrix. Plain NCHW to NHWC is this for each image with channels as rows and pixels as columns,
/// and back with the two exchanged.
void transpose(std::int64_t rows, std::int64_t columns, std::int64_t row_begin,
               std::int64_t row_end, const float* from, float* to);

}  // namespace resnet_bench::cpu
