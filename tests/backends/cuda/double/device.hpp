#pragma once

#include <string>

namespace cuda_double {

/// The device that the double tells of. Tests may change it; reset() brings this one back.
struct Device {
  int count = 1;  ///< 0: no driver, and every question is answered with "insufficient driver"
  std::string name = "Double of a GPU";
  int major = 9;
  int minor = 0;
  int multiprocessors = 4;
  std::string bus_id = "0000:01:00.0";
  int driver_version = 0;  ///< 0: that of the headers
};

Device& device();

}  // namespace cuda_double
