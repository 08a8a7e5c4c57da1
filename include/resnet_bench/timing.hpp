#pragma once

#include "resnet_bench/backend.hpp"
#include "resnet_bench/pass.hpp"

#ifndef LAYER_TIMING
#error "LAYER_TIMING must be 0 or 1: the build sets it for every file alike"
#endif

/// The one place where LAYER_TIMING chooses. A layered iteration takes a mark behind every step; a
/// plain one takes none there. Built with 0 there is no such thing as a layered iteration, and
/// nothing is left of log_step.
namespace resnet_bench {

class Leaf;

inline constexpr bool layer_timing = LAYER_TIMING != 0;

#if LAYER_TIMING

class Timing {
 public:
  /// From now on `dose` marks behind each step go to `marker`: 0, none, is a plain iteration, 1 a
  /// layered one, and more show what a mark costs.
  void attach(Marker& marker, int dose) {
    marker_ = &marker;
    dose_ = dose;
  }

  /// Called by every leaf when a pass of it is done. The stamp closes this step and opens the
  /// next. Rows are made later from the schedule and the stamps, so the arguments cost nothing.
  void log_step(const Leaf& /*leaf*/, Pass /*pass*/) {
    for (int i = 0; i < dose_; ++i) marker_->mark();
  }

 private:
  Marker* marker_ = nullptr;
  int dose_ = 0;
};

#else

class Timing {
 public:
  void attach(Marker& /*marker*/, int /*dose*/) {}
  void log_step(const Leaf& /*leaf*/, Pass /*pass*/) {}
};

#endif

}  // namespace resnet_bench
