#include "app/surroundings.hpp"

namespace resnet_bench {
namespace {

#ifdef __OPTIMIZE__
constexpr bool optimised = true;
#else
constexpr bool optimised = false;
#endif

#ifdef NDEBUG
constexpr bool with_assertions = false;
#else
constexpr bool with_assertions = true;
#endif

}  // namespace

Facts build_facts() {
  return {{"compiler", RESNET_BENCH_COMPILER},
          {"flags", RESNET_BENCH_FLAGS},
          {"type", RESNET_BENCH_BUILD_TYPE},
          {"sanitizers", RESNET_BENCH_SANITIZERS}};
}

std::vector<std::string> doubts() {
  std::vector<std::string> found;
  if (!optimised) {
    found.push_back("this build is not optimised (" RESNET_BENCH_BUILD_TYPE
                    "): its times say nothing of the machine");
  } else if (with_assertions) {
    found.push_back("this build checks assertions (" RESNET_BENCH_BUILD_TYPE "): it is slower");
  }
  if (*RESNET_BENCH_SANITIZERS != '\0') {
    found.push_back("this build has sanitizers (" RESNET_BENCH_SANITIZERS
                    "): its times say nothing of the machine");
  }
  const std::vector<std::string> runtimes = openmp_runtimes();
  if (runtimes.size() > 1) {
    std::string names;
    for (const std::string& name : runtimes) names += (names.empty() ? "" : ", ") + name;
    found.push_back("several OpenMP runtimes are loaded (" + names +
                    "): threads of one wait in loops while the other's compute");
  }
  return found;
}

}  // namespace resnet_bench
