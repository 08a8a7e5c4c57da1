#pragma once

#include <string>

namespace resnet_bench::cpu {

/// Highway's version and the instruction set that its dispatch picks here: "1.0.3 AVX3".
std::string vector_target();

}  // namespace resnet_bench::cpu
