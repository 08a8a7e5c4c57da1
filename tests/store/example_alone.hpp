#pragma once

#include "resnet_bench/alone_records.hpp"

/// A call of `layers` that can be added up by hand: a convolution that stands twice in its network.
namespace resnet_bench::example {

inline AloneRecord alone(const std::string& uid) {
  return {.uid = uid,
          .started_at = "2026-11-30T12:00:00.000Z",
          .host = "box",
          .command_line = "resnet_bench layers",
          .version = "0.1.0",
          .commit = "abc",
          .subject = "tiny",
          .selected = "conv",
          .variant = "v1.5",
          .mode = "train",
          .batch = 2,
          .image_size = 32,
          .classes = 10,
          .precision = "fp32",
          .layout = "nhwc",
          .fusion = "bn",
          .conv = "auto",
          .seed = 1,
          .plan_hash = "plan",
          .device = "cpu",
          .device_model = "A processor",
          .threads = 2,
          .libraries = {{"OpenBLAS", "0.3"}},
          .cache_bytes = 8 << 20,
          .cache_flush = "clflushopt"};
}

/// 4 MFLOP and 1 MB a call; 0.5 ms in the network.
inline AlonePassRecord alone_pass(std::int64_t id, Pass pass) {
  return {.alone = id,
          .leaf = 0,
          .pass = pass,
          .path = "tiny/conv1",
          .places = {"tiny/conv1", "tiny/conv2"},
          .module = "Conv(3x3,pad=1,s=1) (2,8,8,8)->(2,8,8,8)",
          .kind = "Conv",
          .problem = "mb2ic8ih8oc8oh8kh3ph1ntiny/conv1",
          .work = {.pass = pass,
                   .algorithm = "openblas-winograd",
                   .layouts = "nhwc",
                   .workspace_bytes = 64,
                   .flops = 4'000'000,
                   .least_bytes = 1'000'000,
                   .read_bytes = 600'000,
                   .flops_without_padding = 3'500'000,
                   .roof_ns = 200'000.0,
                   .roof_binds = "compute"},
          .network_ns = 500'000.0};
}

inline AloneTimeRecord alone_time(std::int64_t id, Pass pass, const std::string& caches,
                                  std::int64_t median_ns) {
  return {.alone = id,
          .leaf = 0,
          .pass = pass,
          .caches = caches,
          .calls = 10,
          .sum_ns = 10 * median_ns,
          .mean_ns = median_ns,
          .series = {.median_ns = median_ns,
                     .ci_low_ns = median_ns * 98 / 100,
                     .ci_high_ns = median_ns * 102 / 100},
          .known = caches == "hot",
          .copies = caches == "hot" ? 1 : 9,
          .touched_bytes = 1'000'000};
}

}  // namespace resnet_bench::example
