#include "backends/cuda/nvml_sensors.hpp"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <map>
#include <string>
#include <vector>

namespace resnet_bench {
namespace {

const std::string bus_id = "0000:01:00.0";

/// Holds the library, so that what it was told stays.
class NvmlSensors : public testing::Test {
 protected:
  NvmlSensors() : library_(dlopen(FAKE_NVML, RTLD_NOW)) {
    for (int i = 0; i < 16; ++i) set(i, i);
  }
  ~NvmlSensors() override { dlclose(library_); }

  void set(int which, double value) const {
    reinterpret_cast<void (*)(int, double)>(dlsym(library_, "fake_nvml_set"))(which, value);
  }
  int opened() const { return reinterpret_cast<int (*)()>(dlsym(library_, "fake_nvml_opened"))(); }

  static std::map<std::string, double> read(SensorSource& source) {
    std::vector<double> values;
    source.read(values);
    std::map<std::string, double> named;
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(source.sensors().at(i).device, "gpu:0");
      named[source.sensors().at(i).name] = values[i];
    }
    EXPECT_EQ(values.size(), source.sensors().size());
    return named;
  }

  void* library_;
};

TEST_F(NvmlSensors, InTheirUnitsAndCountersFromZero) {
  const auto source = cuda::nvml_source("gpu:0", bus_id, FAKE_NVML);
  set(0, 1980);
  set(2, 3201);
  set(4, 312'500);
  set(5, 5 + 2'500'000);
  set(8, 0x40);
  set(10, 12);
  EXPECT_EQ(read(*source), (std::map<std::string, double>{{"clock", 1980},
                                                          {"memory_clock", 3201},
                                                          {"temperature", 3},
                                                          {"power", 312.5},
                                                          {"energy", 2500},
                                                          {"busy", 6},
                                                          {"memory_busy", 7},
                                                          {"throttle_reasons", 0x40},
                                                          {"ecc_corrected", 0},
                                                          {"ecc_uncorrected", 2},
                                                          {"pcie_width", 11}}));
}

TEST_F(NvmlSensors, WhatIsNotThereIsSaidWithTheReason) {
  const auto source = cuda::nvml_source("gpu:0", bus_id, FAKE_NVML);
  EXPECT_EQ(source->missing(), (std::vector<std::string>{"gpu:0 fan (Not Supported)",
                                                         "gpu:0 pcie_generation (Else)"}));
  const auto none = cuda::nvml_source("gpu:0", "0000:02:00.0", FAKE_NVML);
  EXPECT_TRUE(none->sensors().empty());
  EXPECT_EQ(none->missing(), (std::vector<std::string>{std::string("gpu:0 sensors (") + FAKE_NVML +
                                                       ": Not Found)"}));
}

TEST_F(NvmlSensors, WithoutTheLibraryThereAreNone) {
  const auto source = cuda::nvml_source("gpu:0", bus_id, "libnowhere.so.1");
  EXPECT_TRUE(source->sensors().empty());
  ASSERT_EQ(source->missing().size(), 1U);
  EXPECT_EQ(source->missing()[0].rfind("gpu:0 sensors (libnowhere.so.1: ", 0), 0U);
}

TEST_F(NvmlSensors, TheLibraryIsClosed) {
  {
    const auto source = cuda::nvml_source("gpu:0", bus_id, FAKE_NVML);
    const auto none = cuda::nvml_source("gpu:0", "0000:02:00.0", FAKE_NVML);
    EXPECT_EQ(opened(), 2);
  }
  EXPECT_EQ(opened(), 0);
}

}  // namespace
}  // namespace resnet_bench
