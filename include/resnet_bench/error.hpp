#pragma once

#include <stdexcept>

namespace resnet_bench {

/// The request cannot be carried out as given, and nothing was started: exit status 2.
/// The text is one line: what was wrong, what is allowed, what was probably meant.
class Refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Something failed after the first iteration began: exit status 1.
/// The text is one line that starts with the layer's path where a layer was at work.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace resnet_bench
