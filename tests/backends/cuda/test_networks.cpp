#include "backends/cuda/cuda_backend.hpp"
#include "backends/cuda/double/device_memory.hpp"
#include "backends/cuda/double/fixture.hpp"
#include "backends/cuda/double/launch_order.hpp"
#include "backends/cuda/network_check.hpp"
#include "backends/reference/reference_backend.hpp"

#include <gtest/gtest.h>

#include <cuda_runtime_api.h>
#include <tuple>

/// The module's own sources on the double: whole networks, of every kind of layer.
namespace resnet_bench {
namespace {

using test::Mode;

using Case = std::tuple<test::Numerics, Mode>;

class CudaNetworks : public cuda_double::OnTheDouble, public testing::WithParamInterface<Case> {};

/// One iteration from the same values, against double.
TEST_P(CudaNetworks, AgreeWithTheReference) {
  const auto& [numerics, mode] = GetParam();
  const NetworkOptions options = test::small_network(mode);
  const auto reference = make_reference_backend({});
  const auto cuda = cuda::make_cuda_backend(numerics.options);
  test::expect_close(test::run_once(*cuda, options, test::small_tree(options)),
                     test::run_once(*reference, options, test::small_tree(options)),
                     numerics.bound);
}

/// Neither the order in which a GPU runs threads nor the run itself changes a bit.
TEST_P(CudaNetworks, GiveTheSameBitsInAnyOrderOfThreads) {
  const auto& [numerics, mode] = GetParam();
  const NetworkOptions options = test::small_network(mode);
  const auto cuda = cuda::make_cuda_backend(numerics.options);
  const test::Outcome forwards = test::run_once(*cuda, options, test::small_tree(options));
  cuda_double::run_threads_backwards(true);
  EXPECT_EQ(test::run_once(*cuda, options, test::small_tree(options)), forwards);
}

INSTANTIATE_TEST_SUITE_P(Nets, CudaNetworks,
                         testing::Combine(testing::ValuesIn(test::all_numerics()),
                                          testing::ValuesIn(test::all_modes())),
                         test::name_of_case);

class CudaSession : public cuda_double::OnTheDouble {};

/// What an iteration costs the host: nothing that waits, nothing that takes memory.
TEST_F(CudaSession, ABlockNeitherSynchronisesNorAllocates) {
  for (const Mode& mode : {Mode{true, Fusion::bn}, Mode{false, Fusion::fold}}) {
    const auto cuda = cuda::make_cuda_backend({});
    const NetworkOptions options = test::small_network(mode);
    test::Prepared net(*cuda, options, test::small_tree(options));
    const auto marker = cuda->make_marker(static_cast<std::int64_t>(net.plan.schedule.size()) + 1);
    net.session.iterate();  // the first makes what later ones use
    for (const int layered : {0, 1}) {
      net.session.execution().timing().attach(*marker, layered);
      const std::int64_t waits = cuda_double::synchronisations();
      const std::int64_t pieces = cuda_double::allocations();
      for (int i = 0; i < 3; ++i) {
        marker->reset();
        marker->mark();
        net.session.iterate();
      }
      EXPECT_EQ(cuda_double::synchronisations(), waits);
      EXPECT_EQ(cuda_double::allocations(), pieces);
    }
  }
}

/// A mark between every two steps, each later than the one before.
TEST_F(CudaSession, StampsAreInOrder) {
  const auto cuda = cuda::make_cuda_backend({});
  const NetworkOptions options = test::small_network({true, Fusion::bn});
  test::Prepared net(*cuda, options, test::small_tree(options));
  const auto steps = net.plan.schedule.size();
  const auto marker = cuda->make_marker(static_cast<std::int64_t>(steps) + 1);
  if (!layer_timing) GTEST_SKIP() << "built without layer timing";
  net.session.execution().timing().attach(*marker, 1);
  marker->reset();
  marker->mark();
  net.session.iterate();
  const auto times = marker->times();
  ASSERT_EQ(times.size(), steps + 1);
  EXPECT_EQ(times[0], 0);
  for (std::size_t i = 1; i < times.size(); ++i) EXPECT_GT(times[i], times[i - 1]);
}

/// Fills what is dead by the plan with NaN, on the device.
class DevicePoison : public test::Poison {
 public:
  using test::Poison::Poison;

 private:
  void write_nans(void* data, std::size_t bytes) override {
    cudaDeviceSynchronize();
    cudaMemset(data, 0xff, bytes);
  }
};

TEST_F(CudaSession, DeadMemoryIsNeverRead) {
  for (const Mode& mode : {Mode{true, Fusion::none}, Mode{true, Fusion::bn},
                           Mode{false, Fusion::none}, Mode{false, Fusion::fold}}) {
    const auto cuda = cuda::make_cuda_backend({});
    const NetworkOptions options = test::small_network(mode);
    test::Prepared clean(*cuda, options, test::small_tree(options));
    test::Prepared poisoned(*cuda, options, test::small_tree(options));
    DevicePoison poison(poisoned.plan, poisoned.session.memory());
    poisoned.session.execution().observe(&poison);
    for (int i = 0; i < 2; ++i) {
      clean.session.iterate();
      poison.start();
      poisoned.session.iterate();
    }
    EXPECT_EQ(clean.session.values(clean.network.logits()),
              poisoned.session.values(poisoned.network.logits()));
    for (const ParameterInfo& parameter : clean.network.assembly().parameters()) {
      if (parameter.value == no_tensor) continue;
      EXPECT_EQ(clean.session.values(parameter.value), poisoned.session.values(parameter.value))
          << parameter.path;
    }
  }
}

TEST_F(CudaSession, MemoryThatTheDeviceHasNotIsRefusedBeforeAnyIsTaken) {
  const auto cuda = cuda::make_cuda_backend({});
  const NetworkOptions options = test::small_network({true, Fusion::bn});
  const Network network(*cuda, options, test::small_tree(options));
  const Plan plan = make_plan(network);
  cuda_double::set_device_capacity(cuda_double::device_bytes_used() + 4096);
  const std::int64_t before = cuda_double::calls_of("cudaMalloc");
  EXPECT_THROW(check_memory(network, plan), Refusal);
  EXPECT_EQ(cuda_double::calls_of("cudaMalloc"), before);
}

}  // namespace
}  // namespace resnet_bench
