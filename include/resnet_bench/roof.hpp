#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace resnet_bench {

/// A rate, in FLOP or bytes a second, as the best of short windows, and over all of a longer time
/// where that was measured: a processor that gets hot or short of power slows down.
struct RoofRate {
  double burst = 0;
  std::optional<double> sustained;
};

/// Multiply-adds from registers alone; a multiply-add is two FLOP.
struct ComputeRoof {
  std::string precision;  ///< fp32, fp64
  RoofRate rate;
};

/// Streams over a working set: the bytes that the loop asks for, in that share writes. A cache may
/// move more.
struct BandwidthRoof {
  std::int64_t bytes = 0;  ///< of the working set of all threads together
  double write_share = 0;  ///< 0: reads alone; 1: writes alone
  RoofRate rate;
};

/// What a device was seen to reach (Williams, Waterman and Patterson 2009, "Roofline", with a
/// memory roof for each size of the working set and mix of reads and writes).
struct MachineRoof {
  std::vector<ComputeRoof> compute;
  std::vector<BandwidthRoof> bandwidth;  ///< every write_share at every size

  /// FLOP a second; nothing where that precision was not measured.
  std::optional<double> flops_per_second(const std::string& precision) const;

  /// Bytes a second, between the points measured: linear in the time a byte takes over
  /// write_share, in the logarithm of the size; the nearest point's outside. Nothing without
  /// points.
  std::optional<double> bytes_per_second(double bytes, double write_share) const;
};

/// What keeps work from being faster.
enum class RoofBinds : std::uint8_t { compute, memory };

const char* to_string(RoofBinds binds);

/// The least time that a roof allows for some work.
struct RoofBound {
  double ns = 0;
  RoofBinds binds = RoofBinds::compute;
};

/// Of `flop` multiply-adds x 2 that read and write these bytes once, which are its working set.
/// Nothing where the roof does not say, or there is no work.
std::optional<RoofBound> roof_bound(const MachineRoof& roof, const std::string& precision,
                                    std::int64_t flop, std::int64_t read_bytes,
                                    std::int64_t written_bytes);

/// Whether an algorithm does fewer multiplications than its layer's FLOPs count, and so may be
/// faster than the roof allows for them: Winograd's and Fourier's.
bool multiplies_less(const std::string& algorithm);

}  // namespace resnet_bench
