#include "backends/cpu/cpu_backend.hpp"
#include "support/fake_time.hpp"
#include "support/networks.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <vector>

// Counts every call of the C allocator in this program, libraries and threads included. glibc lets
// a program bring its own and keeps the original under these names.
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* data, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
}

namespace {
std::atomic<std::int64_t> allocations{0};
std::atomic<std::int64_t> allocated_bytes{0};

void count(std::size_t bytes) {
  ++allocations;
  allocated_bytes += static_cast<std::int64_t>(bytes);
}
}  // namespace

extern "C" {
void* malloc(std::size_t bytes) {
  count(bytes);
  return __libc_malloc(bytes);
}
void* calloc(std::size_t count, std::size_t bytes) {
  ::count(count * bytes);
  return __libc_calloc(count, bytes);
}
void* realloc(void* data, std::size_t bytes) {
  count(bytes);
  return __libc_realloc(data, bytes);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  count(bytes);
  return __libc_memalign(alignment, bytes);
}
int posix_memalign(void** data, std::size_t alignment, std::size_t bytes) {
  count(bytes);
  *data = __libc_memalign(alignment, bytes);
  return *data == nullptr ? 12 : 0;
}
}

namespace resnet_bench {
namespace {

class Allocations : public testing::TestWithParam<test::Case> {};

TEST(AllocationCounter, Counts) {
  const std::int64_t before = allocations;
  const std::vector<int> counted(100);
  const std::int64_t after = allocations;  // gtest's own come later
  EXPECT_EQ(after - before, static_cast<std::int64_t>(counted.size()) / 100);
}

/// Runs three iterations, the last one layered; tells of each after the first, which starts the
/// libraries' threads.
template <class Tell>
void count_in_iterations(const test::Case& net_case, const std::string& conv, const Tell& tell) {
  const auto& [name, training, fusion] = net_case;
  const auto backend = make_cpu_backend({.threads = 2, .conv = conv});
  test::Prepared net(*backend, test::small(name, "v1.5", training, fusion));
  const auto marker = backend->make_marker(static_cast<std::int64_t>(net.plan.schedule.size()) + 1);
  for (int i = 0; i < 3; ++i) {
    net.session.bind_batch(i);
    net.session.execution().timing().attach(*marker, i == 2 ? 1 : 0);
    marker->reset();
    const std::int64_t before = allocations;
    const std::int64_t bytes_before = allocated_bytes;
    marker->mark();
    net.session.iterate();
    const std::int64_t made = allocations - before;
    const std::int64_t bytes = allocated_bytes - bytes_before;
    if (i > 0) tell(made, bytes, static_cast<std::int64_t>(net.plan.schedule.size()));
  }
}

TEST_P(Allocations, WeMakeNoneBetweenFirstAndLastMark) {
  count_in_iterations(GetParam(), "openblas",
                      [](std::int64_t made, std::int64_t, std::int64_t) { EXPECT_EQ(made, 0); });
}

/// oneDNN keeps its books on the heap in each call: a few small pieces.
TEST_P(Allocations, LibrariesMakeFewAndSmallOnes) {
  count_in_iterations(GetParam(), "library",
                      [](std::int64_t made, std::int64_t bytes, std::int64_t steps) {
                        EXPECT_LE(made, 10 * steps);
                        EXPECT_LE(bytes, 2048 * steps);
                      });
}

INSTANTIATE_TEST_SUITE_P(Nets, Allocations,
                         testing::Values(test::Case{"resnet50", true, Fusion::none},
                                         test::Case{"resnet50", true, Fusion::bn},
                                         test::Case{"resnet50", false, Fusion::bn},
                                         test::Case{"resnet50", false, Fusion::fold}),
                         test::case_name);

}  // namespace
}  // namespace resnet_bench
