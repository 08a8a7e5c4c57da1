#pragma once

#include <string>

namespace resnet_bench {

/// A line of a report for people.
struct Fact {
  std::string name;
  std::string value;
};

}  // namespace resnet_bench
