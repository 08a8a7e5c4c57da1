#pragma once

#include "resnet_bench/ops.hpp"

#include <array>
#include <cstdint>

namespace resnet_bench::cpu::benchmarks {

/// A convolution of ResNet-50 v1.5 at 224 x 224.
struct NamedConv {
  const char* name;
  std::int64_t in_channels, extent, out_channels, kernel, stride;
  int times;  ///< in the network

  ConvDesc desc(std::int64_t batch) const {
    return {.x = {batch, in_channels, extent, extent},
            .out_channels = out_channels,
            .kernel = kernel,
            .stride = stride,
            .pad = kernel / 2};
  }
};

constexpr std::array<NamedConv, 23> resnet50_convs{{
    {"stem 7x7 s2", 3, 224, 64, 7, 2, 1},        {"1 64-64", 64, 56, 64, 1, 1, 1},
    {"1 64-64 3x3", 64, 56, 64, 3, 1, 3},        {"1 64-256", 64, 56, 256, 1, 1, 4},
    {"1 256-64", 256, 56, 64, 1, 1, 2},          {"2 256-128", 256, 56, 128, 1, 1, 1},
    {"2 128-128 3x3 s2", 128, 56, 128, 3, 2, 1}, {"2 256-512 s2", 256, 56, 512, 1, 2, 1},
    {"2 128-512", 128, 28, 512, 1, 1, 4},        {"2 512-128", 512, 28, 128, 1, 1, 3},
    {"2 128-128 3x3", 128, 28, 128, 3, 1, 3},    {"3 512-256", 512, 28, 256, 1, 1, 1},
    {"3 256-256 3x3 s2", 256, 28, 256, 3, 2, 1}, {"3 512-1024 s2", 512, 28, 1024, 1, 2, 1},
    {"3 256-1024", 256, 14, 1024, 1, 1, 6},      {"3 1024-256", 1024, 14, 256, 1, 1, 5},
    {"3 256-256 3x3", 256, 14, 256, 3, 1, 5},    {"4 1024-512", 1024, 14, 512, 1, 1, 1},
    {"4 512-512 3x3 s2", 512, 14, 512, 3, 2, 1}, {"4 1024-2048 s2", 1024, 14, 2048, 1, 2, 1},
    {"4 512-2048", 512, 7, 2048, 1, 1, 3},       {"4 2048-512", 2048, 7, 512, 1, 1, 2},
    {"4 512-512 3x3", 512, 7, 512, 3, 1, 2},
}};

}  // namespace resnet_bench::cpu::benchmarks
