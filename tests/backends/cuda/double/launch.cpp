#include "backends/cuda/launch.hpp"

#include "backends/cuda/double/launch_order.hpp"
#include "backends/cuda/double/streams.hpp"
#include "backends/cuda/runtime.hpp"

namespace cuda_double {
namespace {

bool backwards = false;

[[maybe_unused]] const bool registered = [] {
  register_kind(
      "order of threads", [] { return std::int64_t{0}; }, [] { backwards = false; });
  return true;
}();

}  // namespace

void run_threads_backwards(bool value) { backwards = value; }
bool threads_run_backwards() { return backwards; }

void launch_late(cudaStream_t stream, const resnet_bench::cuda::Grid& grid, const char* name,
                 std::function<void()> work) {
  constexpr unsigned most_threads = 1024;
  constexpr unsigned most_blocks = 0x7fffffff;
  auto error = enter("kernel", {cudaErrorLaunchFailure, cudaErrorInvalidConfiguration});
  if (!error && (grid.blocks == 0 || grid.blocks > most_blocks || grid.threads == 0 ||
                 grid.threads > most_threads)) {
    complain(std::string(name) + ": a grid that no device takes");
    error = cudaErrorInvalidConfiguration;
  }
  if (!error && !submit(stream, name, std::move(work))) error = cudaErrorInvalidResourceHandle;
  if (error) remember(*error);
  resnet_bench::cuda::check(cudaGetLastError(), name);
}

}  // namespace cuda_double
