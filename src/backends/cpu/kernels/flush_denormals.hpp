#pragma once

namespace resnet_bench::cpu {

/// Makes the calling thread treat denormal operands and results as zero: they are hundreds of times
/// slower, and gradients of a trained net hold many. A matter of nanoseconds.
void flush_denormals();

}  // namespace resnet_bench::cpu
