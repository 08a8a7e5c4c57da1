#pragma once

#include <string>
#include <vector>

namespace resnet_bench {

/// One thing that is read now and then. docs/columns.md lists them all with their units, and says
/// which are counters: those begin at 0 and only grow.
struct Sensor {
  std::string device;  ///< "cpu", "cpu:3", "package-0", "process"
  std::string name;    ///< "clock"
};

/// Some sensors that are read together. What a machine does not have is found out when the source
/// is made; reading never throws.
class SensorSource {
 public:
  virtual ~SensorSource() = default;

  const std::vector<Sensor>& sensors() const { return sensors_; }

  /// What this machine does not tell, in words, with the reason: "energy (permission denied)".
  const std::vector<std::string>& missing() const { return missing_; }

  /// Appends a value for each of sensors(); NaN for one that cannot be read this time.
  virtual void read(std::vector<double>& values) = 0;

 protected:
  std::vector<Sensor> sensors_;
  std::vector<std::string> missing_;
};

}  // namespace resnet_bench
