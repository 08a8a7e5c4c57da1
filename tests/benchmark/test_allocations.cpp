#include "backends/cpu/cpu_backend.hpp"
#include "support/fake_time.hpp"
#include "support/networks.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
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
}

extern "C" {
void* malloc(std::size_t bytes) {
  ++allocations;
  return __libc_malloc(bytes);
}
void* calloc(std::size_t count, std::size_t bytes) {
  ++allocations;
  return __libc_calloc(count, bytes);
}
void* realloc(void* data, std::size_t bytes) {
  ++allocations;
  return __libc_realloc(data, bytes);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  ++allocations;
  return __libc_memalign(alignment, bytes);
}
int posix_memalign(void** data, std::size_t alignment, std::size_t bytes) {
  ++allocations;
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

TEST_P(Allocations, ThereAreNoneBetweenFirstAndLastMark) {
  const auto& [name, training, fusion] = GetParam();
  const auto backend = make_cpu_backend({.threads = 2});
  test::Prepared net(*backend, test::small(name, "v1.5", training, fusion));
  const auto marker = backend->make_marker(static_cast<std::int64_t>(net.plan.schedule.size()) + 1);
  for (int i = 0; i < 3; ++i) {
    net.session.bind_batch(i);
    net.session.execution().timing().attach(*marker, i == 2 ? 1 : 0);
    marker->reset();
    const std::int64_t before = allocations;
    marker->mark();
    net.session.iterate();
    const std::int64_t made = allocations - before;
    // The first iteration starts the libraries' threads.
    if (i > 0) {
      EXPECT_EQ(made, 0) << (i == 2 ? "layered" : "plain");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Nets, Allocations,
                         testing::Values(test::Case{"resnet50", true, Fusion::none},
                                         test::Case{"resnet50", true, Fusion::bn},
                                         test::Case{"resnet50", false, Fusion::bn},
                                         test::Case{"resnet50", false, Fusion::fold}),
                         test::case_name);

}  // namespace
}  // namespace resnet_bench
