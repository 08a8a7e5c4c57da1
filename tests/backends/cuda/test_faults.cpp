#include "resnet_bench/error.hpp"

#include "backends/cuda/cuda_backend.hpp"
#include "backends/cuda/double/fixture.hpp"
#include "support/networks.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

/// Every call of the libraries may fail, in each way that it may, while a network is made, runs an
/// iteration, and is asked for its result: one line says what failed, and nothing is left over.
namespace resnet_bench {
namespace {

class CudaFaults : public cuda_double::OnTheDouble {};

NetworkOptions options() {
  return {.model = "net", .batch = 2, .image_size = 5, .classes = 3, .fusion = Fusion::none};
}

struct Failure {
  std::string call;  ///< "cudaMalloc: 2"; empty: nothing failed
  std::string text;  ///< of the exception; empty: none came
};

/// All of a short run, whose n-th possible failure happens from the point `begin` says on.
enum class From { set_up, iteration, reading };

Failure run_failing(std::int64_t number, From from) {
  Failure failure;
  std::optional<std::int64_t> armed;
  const auto arm = [&](From here) {
    if (here == from) cuda_double::fail(number);
  };
  try {
    arm(From::set_up);
    const auto backend = cuda::make_cuda_backend({});
    test::Prepared net(*backend, options(), test::three_layers(3));
    const auto marker =
        backend->make_marker(static_cast<std::int64_t>(net.plan.schedule.size()) + 1);
    net.session.iterate();
    net.session.execution().timing().attach(*marker, 1);
    marker->reset();
    arm(From::iteration);
    marker->mark();
    net.session.iterate();
    arm(From::reading);
    marker->times();
    net.session.loss();
  } catch (const std::exception& error) {
    failure.text = error.what();
  }
  failure.call = cuda_double::failed();
  cuda_double::fail(-1);
  return failure;
}

/// How many failures the calls of a part of the run could have.
std::int64_t failures_possible(From from, From to) {
  cuda_double::reset();
  const auto backend = cuda::make_cuda_backend({});
  test::Prepared net(*backend, options(), test::three_layers(3));
  const auto marker = backend->make_marker(static_cast<std::int64_t>(net.plan.schedule.size()) + 1);
  net.session.iterate();
  net.session.execution().timing().attach(*marker, 1);
  marker->reset();
  const std::int64_t set_up = cuda_double::possible_failures();
  marker->mark();
  net.session.iterate();
  const std::int64_t iteration = cuda_double::possible_failures();
  marker->times();
  net.session.loss();
  const std::int64_t reading = cuda_double::possible_failures();
  const auto at = [&](From point) {
    return point == From::set_up ? 0 : point == From::iteration ? set_up : iteration;
  };
  return (to == from ? reading : at(to)) - at(from);
}

void expect_one_line(const Failure& failure) {
  EXPECT_EQ(failure.text.find('\n'), std::string::npos) << failure.text;
  // The call's name is in it, or for kernels the kernel's.
  const std::string call = failure.call.substr(0, failure.call.find(':'));
  if (call == "kernel") return;
  EXPECT_NE(failure.text.find(call), std::string::npos) << failure.text;
}

TEST_F(CudaFaults, OfAnIterationNameTheLayer) {
  const std::int64_t possible = failures_possible(From::iteration, From::reading);
  ASSERT_GT(possible, 20);
  for (std::int64_t n = 0; n < possible; ++n) {
    cuda_double::reset();
    const Failure failure = run_failing(n, From::iteration);
    ASSERT_FALSE(failure.call.empty()) << n;
    SCOPED_TRACE(failure.call);
    ASSERT_FALSE(failure.text.empty());
    expect_one_line(failure);
    // The marks before and after an iteration are of no layer.
    if (failure.call.rfind("cudaEventRecord", 0) != 0) {
      EXPECT_TRUE(failure.text.rfind("net/", 0) == 0 || failure.text.rfind("update ", 0) == 0)
          << failure.text;
    }
    expect_no_complaints();
    expect_nothing_alive();
  }
}

TEST_F(CudaFaults, OfReadingTimesAndLossAreTold) {
  const std::int64_t possible = failures_possible(From::reading, From::reading);
  ASSERT_GT(possible, 4);
  for (std::int64_t n = 0; n < possible; ++n) {
    cuda_double::reset();
    const Failure failure = run_failing(n, From::reading);
    ASSERT_FALSE(failure.call.empty()) << n;
    SCOPED_TRACE(failure.call);
    ASSERT_FALSE(failure.text.empty());
    expect_one_line(failure);
    expect_nothing_alive();
  }
}

/// Where cuDNN fails to finalize one plan another may do, so that not every failure is told.
TEST_F(CudaFaults, OfSettingUpLeaveNothingBehind) {
  const std::int64_t possible = failures_possible(From::set_up, From::iteration);
  ASSERT_GT(possible, 100);
  for (std::int64_t n = 0; n < possible; n += 7) {
    cuda_double::reset();
    const Failure failure = run_failing(n, From::set_up);
    ASSERT_FALSE(failure.call.empty()) << n;
    SCOPED_TRACE(failure.call);
    if (!failure.text.empty()) expect_one_line(failure);
    expect_no_complaints();
    expect_nothing_alive();
  }
}

}  // namespace
}  // namespace resnet_bench
