#pragma once

#include "resnet_bench/backend.hpp"

#include <memory>
#include <string>
#include <vector>

namespace resnet_bench {

struct BackendRequest {
  std::string device;  ///< auto | cpu | reference | cuda | cuda:I
  int threads = 1;
  Precision precision = Precision::fp32;
  std::string layout = "auto";  ///< auto: the backend's own choice
  std::string conv = "auto";    ///< auto | library | name of an algorithm
  bool measure = true;          ///< whether auto may run algorithms to compare them
};

/// A device or an algorithm as `list` shows it.
struct Listing {
  std::string name;
  bool available = false;
  std::string description;  ///< what it is, or why it is not there
};

std::vector<Listing> list_devices();

/// What --conv takes beside auto and library.
std::vector<Listing> list_conv_algorithms();

struct ChosenBackend {
  std::unique_ptr<Backend> backend;
  std::string reason;  ///< "cpu: --device auto, and this build has no cuda backend"
};

/// Makes the backend asked for, or for `auto` the best there is. Throws Refusal for a device that
/// is absent and for what it cannot do: a precision, a layout, an algorithm.
ChosenBackend make_backend(const BackendRequest& request);

}  // namespace resnet_bench
