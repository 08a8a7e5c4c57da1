#pragma once

#include "resnet_bench/sensor.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace resnet_bench {

/// What all sensors said at one moment, in the order of Sampler::sensors().
struct Sample {
  std::int64_t time_ns = 0;  ///< of the clock that the sampler was given
  std::vector<double> values;
};

/// Reads sensors in a thread of its own, and when asked to. Its last sensor is what it costs
/// itself: sampler `cpu` (s, counter).
class Sampler {
 public:
  /// The thread starts paused.
  Sampler(std::vector<std::unique_ptr<SensorSource>> sources, std::chrono::milliseconds period,
          std::function<std::int64_t()> clock);
  ~Sampler();
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  const std::vector<Sensor>& sensors() const { return sensors_; }
  const std::vector<std::string>& missing() const { return missing_; }

  /// From now on a sample every period, the first after one period.
  void resume();
  void pause();
  /// A sample now, by the calling thread.
  void sample();
  /// The samples since the last call.
  std::vector<Sample> take();

 private:
  void loop(const std::stop_token& stop);
  void read_all();  ///< with mutex_ held

  std::vector<std::unique_ptr<SensorSource>> sources_;
  std::chrono::milliseconds period_;
  std::function<std::int64_t()> clock_;
  std::vector<Sensor> sensors_;
  std::vector<std::string> missing_;

  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool running_ = false;
  std::int64_t cpu_ns_ = 0;
  std::vector<Sample> samples_;
  std::jthread thread_;  ///< last: it uses all of the above
};

}  // namespace resnet_bench
