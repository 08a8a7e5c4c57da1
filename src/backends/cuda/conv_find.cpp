#include "backends/cuda/conv_find.hpp"

#include "resnet_bench/error.hpp"
#include "resnet_bench/random.hpp"

#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/kernels/conv_sample.hpp"
#include "backends/cuda/layouts.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace resnet_bench::cuda {
namespace {

constexpr std::int64_t samples = 64;

/// The tensors of a problem, filled; a plan writes the one that is its pass's output.
class Trial {
 public:
  Trial(const Device& device, const ConvProblem& problem, std::int64_t workspace_bytes)
      : device_(device),
        problem_(with_padding_as_channels(problem)),
        x_(device, bytes(problem_.desc.x, problem_.x_layout)),
        weight_(device, bytes(problem_.desc.weight(), problem_.weight_layout())),
        y_(device, bytes(problem_.desc.y(), problem_.y_layout)),
        bias_(device, has_bias() ? bytes({problem_.desc.out_channels}, LayoutId::plain) : 0),
        shortcut_(device, has_shortcut() ? y_.bytes() : 0),
        workspace_(device, workspace_bytes),
        places_(device, samples * 4 * std::int64_t{sizeof(std::int64_t)}),
        results_(device, samples * 2 * std::int64_t{sizeof(double)}) {
    std::uint32_t seed = 1;
    for (const DeviceMemory* memory : {&x_, &weight_, &y_, &bias_, &shortcut_}) {
      fill_uniform(device.stream(), problem.type, memory->bytes() / byte_size(problem.type), seed++,
                   memory->data());
    }
    place_samples();
    for (auto* event : {&begin_, &end_}) {
      check(cudaEventCreateWithFlags(event->out(), cudaEventDefault), "cudaEventCreateWithFlags");
    }
  }

  void run(ConvPlan& plan) {
    plan.run(device_.cudnn(), {x_.data(), weight_.data(), y_.data(), bias_.data(), shortcut_.data(),
                               workspace_.data()});
  }

  /// Nanoseconds of one run, by a number of them in a row.
  double time(ConvPlan& plan, int repeats) {
    check(cudaEventRecordWithFlags(begin_.get(), device_.stream(), cudaEventRecordDefault),
          "cudaEventRecordWithFlags");
    for (int i = 0; i < repeats; ++i) run(plan);
    check(cudaEventRecordWithFlags(end_.get(), device_.stream(), cudaEventRecordDefault),
          "cudaEventRecordWithFlags");
    check_waited(cudaEventSynchronize(end_.get()), "cudaEventSynchronize");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin_.get(), end_.get()), "cudaEventElapsedTime");
    return static_cast<double>(milliseconds) * 1e6 / repeats;
  }

  /// Relative L2 distance of what the last run wrote from the definition.
  double error() {
    conv_samples(device_.stream(), {.problem = problem_,
                                    .x = x_.data(),
                                    .weight = weight_.data(),
                                    .y = y_.data(),
                                    .bias = bias_.data(),
                                    .shortcut = shortcut_.data(),
                                    .places = static_cast<const std::int64_t*>(places_.data()),
                                    .count = samples,
                                    .expected_and_got = static_cast<double*>(results_.data())});
    std::array<double, 2 * samples> results;
    check(cudaMemcpyAsync(results.data(), results_.data(), sizeof results, cudaMemcpyDeviceToHost,
                          device_.stream()),
          "cudaMemcpyAsync");
    device_.wait();
    double distance = 0;
    double size = 0;
    for (std::size_t i = 0; i < results.size(); i += 2) {
      const double difference = results[i + 1] - results[i];
      distance += difference * difference;
      size += results[i] * results[i];
    }
    return std::sqrt(distance / size);
  }

 private:
  /// The same to cuDNN, and none of the values is padding.
  static ConvProblem with_padding_as_channels(ConvProblem problem) {
    const Shape& x = problem.desc.x;
    const std::int64_t channels = strides_of(x, problem.x_layout).channels;
    if (channels == x.c()) return problem;
    problem.desc.x = {x.n(), channels, x.h(), x.w()};
    problem.x_layout = nhwc;
    return problem;
  }

  bool has_bias() const { return problem_.pass == Pass::Fwd && problem_.desc.bias; }
  bool has_shortcut() const { return problem_.pass == Pass::Fwd && problem_.desc.add; }
  std::int64_t bytes(const Shape& shape, LayoutId layout) const {
    return strides_of(shape, layout).elements() * byte_size(problem_.type);
  }

  void place_samples() {
    const ConvDesc& desc = problem_.desc;
    const Shape output = problem_.pass == Pass::Fwd       ? desc.y()
                         : problem_.pass == Pass::BwdData ? desc.x
                                                          : desc.weight();
    const RandomStream stream(2, "places");
    std::array<std::int64_t, 4 * samples> places;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto extent = static_cast<std::uint64_t>(output[static_cast<int>(i % 4)]);
      places[i] = static_cast<std::int64_t>(stream.bits(i) % extent);
    }
    check(cudaMemcpyAsync(places_.data(), places.data(), sizeof places, cudaMemcpyHostToDevice,
                          device_.stream()),
          "cudaMemcpyAsync");
    device_.wait();
  }

  const Device& device_;
  ConvProblem problem_;
  DeviceMemory x_, weight_, y_, bias_, shortcut_, workspace_, places_, results_;
  Handle<cudaEvent_t, cudaEventDestroy> begin_, end_;
};

}  // namespace

double largest_conv_error(const ConvProblem& problem) {
  if (problem.type == DataType::f32) return problem.tf32 ? 3e-3 : 1e-4;
  return 2e-2;
}

ConvMeasurements measure_conv(const Device& device, const ConvProblem& problem,
                              const std::vector<std::unique_ptr<ConvPlan>>& plans) try {
  constexpr int rounds = 5;
  constexpr int repeats = 3;
  std::int64_t workspace = 0;
  for (const auto& plan : plans) workspace = std::max(workspace, plan->workspace_bytes());
  Trial trial(device, problem, workspace);
  ConvMeasurements measurements;
  for (const auto& plan : plans) {
    ConvMeasurement measurement{.pass = problem.pass,
                                .algorithm = to_string(plan->configuration()),
                                .ns = std::numeric_limits<double>::infinity(),
                                .workspace_bytes = plan->workspace_bytes()};
    trial.run(*plan);
    measurement.error = trial.error();
    measurements.push_back(measurement);
  }
  // In turn: a slow moment of the machine then spoils no single plan.
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < plans.size(); ++i) {
      measurements[i].ns = std::min(measurements[i].ns, trial.time(*plans[i], repeats));
    }
  }
  return measurements;
} catch (const Refusal& refusal) {
  spdlog::debug("{}: not measured, for {}", to_string(problem), refusal.what());
  return {};
}

}  // namespace resnet_bench::cuda
