// A run in which one pass of one layer is slower by a known share, stored as any other:
//
//   planted_run DATABASE PATH PASS SHARE SECONDS
//
// SHARE 0.03 lengthens it by 3 % of its own median time. resnet18, batch 2, 32x32, training, one
// thread. Prints the run's id. scripts/prove_compare asks `compare` for it.
#include "backends/cpu/cpu_backend.hpp"
#include "benchmark/runner.hpp"
#include "statistics/describe.hpp"
#include "store/identity.hpp"
#include "store/store.hpp"

#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace resnet_bench {
namespace {

/// Waits before the work of one step, so that the wait is in its row. How long the step takes by
/// itself is measured in the first iterations, which are warm-up.
class Planter final : public StepObserver {
 public:
  Planter(std::string path, std::string pass, double share)
      : path_(std::move(path)), pass_(std::move(pass)), share_(share) {}

  void before(const Leaf& leaf, Pass pass, const Execution&) override {
    if (!is_chosen(leaf, pass)) return;
    begin_ns_ = steady_clock_ns();
    if (wait_ns_ < 0) return;
    while (steady_clock_ns() - begin_ns_ < wait_ns_) {
    }
  }
  void after(const Leaf& leaf, Pass pass, const Execution&) override {
    if (!is_chosen(leaf, pass) || wait_ns_ >= 0) return;
    times_.push_back(static_cast<double>(steady_clock_ns() - begin_ns_));
    if (times_.size() < calibrated_after) return;
    wait_ns_ = static_cast<std::int64_t>(share_ * median(times_));
  }

  static constexpr std::size_t calibrated_after = 15;

 private:
  bool is_chosen(const Leaf& leaf, Pass pass) const {
    return leaf.path() == path_ && to_string(pass) == pass_;
  }

  std::string path_;
  std::string pass_;
  double share_;
  std::vector<double> times_;
  std::int64_t begin_ns_ = 0;
  std::int64_t wait_ns_ = -1;  ///< not yet known
};

RunRecord record(const Plan& plan, double share) {
  return {.uid = make_uuid_v7(),
          .started_at = utc_timestamp(),
          .host = host_name(),
          .command_line = "planted_run",
          .labels = {{"planted", std::to_string(share)}},
          .version = "planted",
          .model = "resnet18",
          .variant = "v1.5",
          .mode = "train",
          .batch = 2,
          .image_size = 32,
          .classes = 10,
          .precision = "fp32",
          .fusion = "bn",
          .timing = "marks",
          .data = "random",
          .plan_hash = plan.hash,
          .workload_hash = plan.workload_hash,
          .device = "cpu",
          .threads = 1,
          .layer_timing = layer_timing};
}

int run(const std::vector<std::string>& words) {
  const double share = std::stod(words[3]);
  const auto backend = make_cpu_backend({.threads = 1});
  const Network network(*backend, {.model = "resnet18",
                                   .batch = 2,
                                   .image_size = 32,
                                   .classes = 10,
                                   .training = true,
                                   .fusion = Fusion::bn,
                                   .sgd = {.learning_rate = 1e-4}});
  const Plan plan = make_plan(network);
  Session session(network, plan, {});
  const auto marker = backend->make_marker(most_marks(plan));
  Planter planter(words[1], words[2], share);
  session.execution().observe(&planter);
  Store store(words[0]);
  store.begin_run(record(plan, share), layer_records(network), layer_pass_records(network, plan));
  SilentProgress progress;
  // The interval of the whole is no reason to stop, for the question is of one layer.
  Runner(session, network, plan, *marker,
         {.warmup = static_cast<std::int64_t>(Planter::calibrated_after),
          .interval = 0,
          .max_seconds = std::stod(words[4]),
          .raw_rows = 0})
      .run(store, progress);
  std::cout << store.run_id() << '\n';
  return 0;
}

}  // namespace
}  // namespace resnet_bench

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() != 5) {
    std::cerr << "planted_run: wants DATABASE PATH PASS SHARE SECONDS\n";
    return 2;
  }
  try {
    return resnet_bench::run(words);
  } catch (const std::exception& error) {
    std::cerr << "planted_run: " << error.what() << '\n';
    return 1;
  }
}
