#pragma once

#include "resnet_bench/sensor.hpp"

namespace resnet_bench::test {

/// Each reading of `busy` is `step` more than the one before; `cpu` stays at 0.
class FakeSource final : public SensorSource {
 public:
  explicit FakeSource(double step = 1) : step_(step) {
    sensors_ = {{"cpu", "busy"}, {"process", "cpu"}};
    missing_ = {"tea (kettle not here)"};
  }
  void read(std::vector<double>& values) override {
    values.push_back(step_ * readings_++);
    values.push_back(0);
  }

 private:
  double step_;
  int readings_ = 0;
};

}  // namespace resnet_bench::test
