#include "telemetry/sampler.hpp"

#include "resnet_bench/host.hpp"

#include <ctime>
#include <utility>

namespace resnet_bench {
namespace {

std::int64_t thread_cpu_ns() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

}  // namespace

Sampler::Sampler(std::vector<std::unique_ptr<SensorSource>> sources,
                 std::chrono::milliseconds period, std::function<std::int64_t()> clock)
    : sources_(std::move(sources)), period_(period), clock_(std::move(clock)) {
  for (const auto& source : sources_) {
    sensors_.insert(sensors_.end(), source->sensors().begin(), source->sensors().end());
    missing_.insert(missing_.end(), source->missing().begin(), source->missing().end());
  }
  sensors_.push_back({"sampler", "cpu"});
  thread_ = std::jthread([this](const std::stop_token& stop) { loop(stop); });
}

Sampler::~Sampler() {
  // Joined while the members that it uses are there.
  thread_.request_stop();
  thread_.join();
}

void Sampler::resume() {
  const std::lock_guard lock(mutex_);
  running_ = true;
  changed_.notify_all();
}

void Sampler::pause() {
  const std::lock_guard lock(mutex_);
  running_ = false;
  changed_.notify_all();
}

void Sampler::sample() {
  const std::lock_guard lock(mutex_);
  read_all();
}

std::vector<Sample> Sampler::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(samples_, {});
}

void Sampler::loop(const std::stop_token& stop) {
  run_on(allowed_processors());  // the thread that started this one may be bound to one of them
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    if (!running_) {
      changed_.wait(lock, stop, [this] { return running_; });
      continue;
    }
    const bool paused = changed_.wait_for(lock, stop, period_, [this] { return !running_; });
    if (!paused && !stop.stop_requested()) read_all();
  }
}

void Sampler::read_all() {
  const std::int64_t begin = thread_cpu_ns();
  Sample sample{.time_ns = clock_(), .values = {}};
  sample.values.reserve(sensors_.size());
  for (const auto& source : sources_) source->read(sample.values);
  cpu_ns_ += thread_cpu_ns() - begin;
  sample.values.push_back(static_cast<double>(cpu_ns_) / 1e9);
  samples_.push_back(std::move(sample));
}

}  // namespace resnet_bench
