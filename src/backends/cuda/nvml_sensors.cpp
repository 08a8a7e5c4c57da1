#include "backends/cuda/nvml_sensors.hpp"

#include <cstdint>
#include <dlfcn.h>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace resnet_bench::cuda {
namespace {

/// nvml.h is not part of every toolkit; this is what of it is used. Results are 0 for success.
using NvmlDevice = struct NvmlDeviceOpaque*;
struct NvmlUtilisation {
  unsigned gpu;     ///< per cent of the time that a kernel ran
  unsigned memory;  ///< per cent of the time that memory was read or written
};
constexpr int graphics_clock = 0;
constexpr int memory_clock = 2;
constexpr int core_temperature = 0;
constexpr int corrected = 0;
constexpr int uncorrected = 1;
constexpr int since_driver_load = 0;

/// A number, or NVML's error.
struct Reading {
  int status = 0;
  double value = 0;
};

class Nvml final : public SensorSource {
 public:
  Nvml(const std::string& device, const std::string& bus_id, const std::string& library)
      : library_(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr) {
      missing_.push_back(device + " sensors (" + dlerror() + ")");
      return;
    }
    if (const int status = open(bus_id); status != 0) {
      missing_.push_back(device + " sensors (" + library + ": " + words_of(status) + ")");
      return;
    }
    add(device, "clock", number<unsigned>("nvmlDeviceGetClockInfo", 1, graphics_clock));
    add(device, "memory_clock", number<unsigned>("nvmlDeviceGetClockInfo", 1, memory_clock));
    add(device, "temperature", number<unsigned>("nvmlDeviceGetTemperature", 1, core_temperature));
    add(device, "fan", number<unsigned>("nvmlDeviceGetFanSpeed", 1));
    add(device, "power", number<unsigned>("nvmlDeviceGetPowerUsage", 1e-3));
    add_counter(device, "energy",
                number<unsigned long long>("nvmlDeviceGetTotalEnergyConsumption", 1e-3));
    add(device, "busy", utilisation([](const NvmlUtilisation& all) { return all.gpu; }));
    add(device, "memory_busy", utilisation([](const NvmlUtilisation& all) { return all.memory; }));
    // Drivers before 535 know the older name alone.
    const char* const reasons = "nvmlDeviceGetCurrentClocksEventReasons";
    add(device, "throttle_reasons",
        number<unsigned long long>(dlsym(library_, reasons) != nullptr
                                       ? reasons
                                       : "nvmlDeviceGetCurrentClocksThrottleReasons",
                                   1));
    add_counter(
        device, "ecc_corrected",
        number<unsigned long long>("nvmlDeviceGetTotalEccErrors", 1, corrected, since_driver_load));
    add_counter(device, "ecc_uncorrected",
                number<unsigned long long>("nvmlDeviceGetTotalEccErrors", 1, uncorrected,
                                           since_driver_load));
    add(device, "pcie_width", number<unsigned>("nvmlDeviceGetCurrPcieLinkWidth", 1));
    add(device, "pcie_generation", number<unsigned>("nvmlDeviceGetCurrPcieLinkGeneration", 1));
  }

  ~Nvml() override {
    if (opened_) function<int()>("nvmlShutdown")();
    if (library_ != nullptr) dlclose(library_);
  }
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  void read(std::vector<double>& values) override {
    for (const Question& question : questions_) {
      const Reading reading = question.ask();
      values.push_back(reading.status == 0 ? reading.value - question.at_first
                                           : std::numeric_limits<double>::quiet_NaN());
    }
  }

 private:
  using Ask = std::function<Reading()>;
  struct Question {
    Ask ask;
    double at_first = 0;  ///< what a counter stood at
  };

  static constexpr int function_not_found = 13;  // NVML_ERROR_FUNCTION_NOT_FOUND

  template <class Signature>
  Signature* function(const char* name) const {
    return reinterpret_cast<Signature*>(dlsym(library_, name));
  }

  int open(const std::string& bus_id) {
    auto* const init = function<int()>("nvmlInit_v2");
    auto* const find = function<int(const char*, NvmlDevice*)>("nvmlDeviceGetHandleByPciBusId_v2");
    if (init == nullptr || find == nullptr || function<int()>("nvmlShutdown") == nullptr) {
      return function_not_found;
    }
    if (const int status = init(); status != 0) return status;
    opened_ = true;
    return find(bus_id.c_str(), &device_);
  }

  std::string words_of(int status) const {
    auto* const words = function<const char*(int)>("nvmlErrorString");
    return words == nullptr ? "error " + std::to_string(status) : words(status);
  }

  /// Asks `name` of the device, with the numbers that say which of its values.
  template <class Number, class... Which>
  Ask number(const char* name, double unit, Which... which) const {
    auto* const ask = function<int(NvmlDevice, Which..., Number*)>(name);
    if (ask == nullptr) return [] { return Reading{function_not_found, 0}; };
    return [=, device = device_] {
      Number value = 0;
      const int status = ask(device, which..., &value);
      return Reading{status, static_cast<double>(value) * unit};
    };
  }

  Ask utilisation(unsigned (*part)(const NvmlUtilisation&)) const {
    auto* const ask = function<int(NvmlDevice, NvmlUtilisation*)>("nvmlDeviceGetUtilizationRates");
    if (ask == nullptr) return [] { return Reading{function_not_found, 0}; };
    return [=, device = device_] {
      NvmlUtilisation all{};
      const int status = ask(device, &all);
      return Reading{status, static_cast<double>(part(all))};
    };
  }

  /// Keeps what can be read now, and notes why the rest cannot.
  std::optional<double> add(const std::string& device, const char* sensor, Ask ask) {
    const Reading first = ask();
    if (first.status != 0) {
      missing_.push_back(device + " " + sensor + " (" + words_of(first.status) + ")");
      return std::nullopt;
    }
    sensors_.push_back({device, sensor});
    questions_.push_back({std::move(ask)});
    return first.value;
  }
  void add_counter(const std::string& device, const char* sensor, Ask ask) {
    if (const auto first = add(device, sensor, std::move(ask))) {
      questions_.back().at_first = *first;
    }
  }

  void* library_;
  bool opened_ = false;
  NvmlDevice device_ = nullptr;
  std::vector<Question> questions_;
};

}  // namespace

std::unique_ptr<SensorSource> nvml_source(const std::string& device, const std::string& bus_id,
                                          const std::string& library) {
  return std::make_unique<Nvml>(device, bus_id, library);
}

}  // namespace resnet_bench::cuda
