#include "backends/cuda/double/calls.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace cuda_double {
namespace {

struct Kind {
  std::int64_t (*count)();
  void (*clear)();
};

struct Books {
  std::vector<std::string> complaints;
  std::map<std::string, std::int64_t> calls;
  std::int64_t possible_failures = 0;
  std::int64_t failing = -1;  ///< of possible_failures, counted from reset()
  std::string failed;
};

Books& books() {
  static Books books;
  return books;
}

/// Made by the constructors of static objects, in whatever order.
std::map<std::string, Kind>& kinds() {
  static std::map<std::string, Kind> kinds;
  return kinds;
}

std::int64_t sum_of_calls(bool (*counts)(std::string_view)) {
  std::int64_t sum = 0;
  for (const auto& [name, count] : calls()) sum += counts(name) ? count : 0;
  return sum;
}

/// cudaFree and cudaFreeHost wait for the device too, and are counted among both.
constexpr std::array synchronising{"cudaDeviceSynchronize",
                                   "cudaStreamSynchronize",
                                   "cudaEventSynchronize",
                                   "cudaMemcpy",
                                   "cudaMemset",
                                   "cudaFree",
                                   "cudaFreeHost",
                                   "cudaMalloc",
                                   "cudaMemcpyAsync of pageable memory"};
constexpr std::array allocating{"cudaMalloc",
                                "cudaMallocHost",
                                "cudaHostAlloc",
                                "cudaFree",
                                "cudaFreeHost",
                                "cudaEventCreate",
                                "cudaEventDestroy",
                                "cudaStreamCreate",
                                "cudaEventCreateWithFlags",
                                "cudaGraphDestroy",
                                "cudaGraphInstantiate",
                                "cudaGraphExecDestroy",
                                "cudaStreamDestroy",
                                "cudnnCreate",
                                "cudnnBackendCreateDescriptor",
                                "cublasLtMatmulDescCreate"};

template <class Names>
bool is_among(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void complain(const std::string& text) { books().complaints.push_back(text); }

std::vector<std::string> take_complaints() { return std::exchange(books().complaints, {}); }

const std::map<std::string, std::int64_t>& calls() { return books().calls; }

std::int64_t calls_of(const std::string& name) {
  const auto found = calls().find(name);
  return found == calls().end() ? 0 : found->second;
}

std::int64_t synchronisations() {
  return sum_of_calls([](std::string_view name) { return is_among(synchronising, name); });
}

std::int64_t allocations() {
  return sum_of_calls([](std::string_view name) { return is_among(allocating, name); });
}

std::int64_t possible_failures() { return books().possible_failures; }

void fail(std::int64_t number) {
  books().failing = number < 0 ? -1 : books().possible_failures + number;
  books().failed.clear();
}

std::string failed() { return books().failed; }

std::map<std::string, std::int64_t> alive() {
  std::map<std::string, std::int64_t> alive;
  for (const auto& [name, kind] : kinds()) {
    if (const std::int64_t count = kind.count(); count > 0) alive[name] = count;
  }
  return alive;
}

void reset() {
  for (const auto& [name, kind] : kinds()) kind.clear();
  books() = {};
}

std::optional<int> enter_call(const char* name, const std::vector<int>& errors) {
  Books& all = books();
  ++all.calls[name];
  const std::int64_t first = all.possible_failures;
  all.possible_failures += static_cast<std::int64_t>(errors.size());
  if (all.failing < first || all.failing >= all.possible_failures) return std::nullopt;
  const int error = errors[static_cast<std::size_t>(all.failing - first)];
  all.failed = std::string(name) + ": " + std::to_string(error);
  return error;
}

void register_kind(const std::string& kind, std::int64_t (*count)(), void (*clear)()) {
  kinds()[kind] = {count, clear};
}

}  // namespace cuda_double
