#include "resnet_bench/roof.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace resnet_bench {
namespace {

/// y at x on the line through the points around it; the nearest point's outside.
double on_line(const std::map<double, double>& points, double x) {
  const auto above = points.lower_bound(x);
  if (above == points.begin()) return above->second;
  const auto below = std::prev(above);
  if (above == points.end()) return below->second;
  const double part = (x - below->first) / (above->first - below->first);
  return below->second + part * (above->second - below->second);
}

}  // namespace

std::optional<double> MachineRoof::flops_per_second(const std::string& precision) const {
  for (const ComputeRoof& roof : compute) {
    if (roof.precision == precision && roof.rate.burst > 0) return roof.rate.burst;
  }
  return {};
}

std::optional<double> MachineRoof::bytes_per_second(double bytes, double write_share) const {
  std::map<double, std::map<double, double>> seconds;  // a byte, by size and then write_share
  for (const BandwidthRoof& roof : bandwidth) {
    if (roof.rate.burst <= 0) continue;
    seconds[std::log(static_cast<double>(roof.bytes))][roof.write_share] = 1 / roof.rate.burst;
  }
  if (seconds.empty()) return {};
  std::map<double, double> by_size;
  for (const auto& [size, by_mix] : seconds) by_size[size] = on_line(by_mix, write_share);
  return 1 / on_line(by_size, std::log(std::max(bytes, 1.0)));
}

const char* to_string(RoofBinds binds) {
  return binds == RoofBinds::compute ? "compute" : "memory";
}

std::optional<RoofBound> roof_bound(const MachineRoof& roof, const std::string& precision,
                                    std::int64_t flop, std::int64_t read_bytes,
                                    std::int64_t written_bytes) {
  const auto bytes = static_cast<double>(read_bytes + written_bytes);
  const auto compute = roof.flops_per_second(precision);
  const auto memory =
      roof.bytes_per_second(bytes, bytes > 0 ? static_cast<double>(written_bytes) / bytes : 0);
  if (!compute || !memory || (flop <= 0 && bytes <= 0)) return {};
  const double compute_ns = 1e9 * static_cast<double>(flop) / *compute;
  const double memory_ns = 1e9 * bytes / *memory;
  return compute_ns >= memory_ns ? RoofBound{compute_ns, RoofBinds::compute}
                                 : RoofBound{memory_ns, RoofBinds::memory};
}

bool multiplies_less(const std::string& algorithm) {
  return algorithm.find("winograd") != std::string::npos ||
         algorithm.find("fft") != std::string::npos;
}

}  // namespace resnet_bench
