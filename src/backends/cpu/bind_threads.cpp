#include "backends/cpu/bind_threads.hpp"

#include "resnet_bench/host.hpp"

#include <atomic>
#include <linux/mempolicy.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace resnet_bench::cpu {

bool bind_threads(const ThreadTeam& team, const std::vector<int>& processors) {
  std::atomic<bool> bound = true;
  team.run([&](int thread) {
    if (!run_on({processors[static_cast<std::size_t>(thread)]})) bound = false;
  });
  if (!bound) team.run([](int) { run_on(allowed_processors()); });
  return bound;
}

bool interleave_memory(const ThreadTeam& team) {
  constexpr unsigned long every_node = ~0UL;  // the kernel takes those that there are
  std::atomic<bool> set = true;
  team.run([&](int) {
    if (syscall(SYS_set_mempolicy, MPOL_INTERLEAVE, &every_node, 8 * sizeof every_node) != 0) {
      set = false;
    }
  });
  return set;
}

}  // namespace resnet_bench::cpu
