#pragma once

#include "verify/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace resnet_bench::verify {

/// How far one tensor that a step wrote is off, over all values looked at.
class Tally {
 public:
  explicit Tally(Bound bound) : bound_(bound) {}

  /// `residual`: what there is less what should be; `scale`: what the bound is relative to;
  /// `image`: where, along the tensor's first axis.
  void see(double residual, double scale, std::int64_t image) {
    const double off = std::abs(residual);
    const double error = std::max(off - bound_.absolute, 0.0) / (scale + least_scale);
    if (error > error_) {
      error_ = error;
      image_ = image;
    }
    // Not the other way round: a residual that is not a number is wrong.
    if (off <= bound_.relative * scale + bound_.absolute) return;
    if (passed_) wrong_image_ = image;
    passed_ = false;
    if (!std::isfinite(error)) error_ = HUGE_VAL;
  }

  /// The same for `count` values.
  void see(const double* residuals, const double* scales, std::int64_t count, std::int64_t image);

  void merge(const Tally& other);

  bool passed() const { return passed_; }
  double error() const { return error_; }
  double bound() const { return bound_.relative; }
  /// The first that is wrong; of a tensor that is right, where the largest error was.
  std::int64_t image() const { return passed_ ? image_ : wrong_image_; }

 private:
  static constexpr double least_scale = 1e-300;  // where there is nothing, nothing is off

  Bound bound_;
  double error_ = 0;
  std::int64_t image_ = 0;
  std::int64_t wrong_image_ = 0;
  bool passed_ = true;
};

/// Tallies of images looked at side by side, as one.
Tally merged(const std::vector<Tally>& tallies);

/// What a pass wrote, tensor by tensor.
struct Verdict {
  std::string role;  ///< of the tensor in the leaf's footprint
  Tally tally;
};

/// The one that is wrong, or nearest to it; null where nothing was looked at.
const Verdict* worst(const std::vector<Verdict>& verdicts);

/// "3.1e-07"
std::string error_text(double error);

}  // namespace resnet_bench::verify
