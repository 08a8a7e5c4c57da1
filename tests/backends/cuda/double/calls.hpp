#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// The books of the double: what was called, which call is to fail, what was done wrong. The double
/// defines the entry points of the CUDA runtime, of cuDNN and of cuBLASLt that src/backends/cuda
/// uses, with the signatures of the real headers, and is linked in their place.
namespace cuda_double {

/// Notes a misuse that the real libraries would bear in silence. A test with complaints fails.
void complain(const std::string& text);
std::vector<std::string> take_complaints();

/// Calls of entry points by name since reset(), kernel launches among them ("kernel").
const std::map<std::string, std::int64_t>& calls();
std::int64_t calls_of(const std::string& name);
/// Of all calls, those that make the host wait for the device, or take or give back memory.
std::int64_t synchronisations();
std::int64_t allocations();

/// How many failures the calls since reset() could have had: every call counts once for each error
/// that it may return. fail(n) makes the n-th of them happen, counted from now on; -1: none.
std::int64_t possible_failures();
void fail(std::int64_t number);
/// "cudaMalloc: 2", the call that fail() made fail and the value it returned; empty: none did.
std::string failed();

/// What lives: streams, events, graphs, device and pinned memory, handles and descriptors, by kind.
std::map<std::string, std::int64_t> alive();

/// Everything as in a new process.
void reset();

// For the double's own files.

/// Every entry point begins with it; the errors are those that it may return without anybody's
/// mistake. An error comes back where the call is to fail.
std::optional<int> enter_call(const char* name, const std::vector<int>& errors);

template <class Status>
std::optional<Status> enter(const char* name, std::initializer_list<Status> errors = {}) {
  const auto error = enter_call(name, std::vector<int>(errors.begin(), errors.end()));
  return error ? std::optional(static_cast<Status>(*error)) : std::nullopt;
}

/// Registers a kind of resource: how many of it are alive, and how all are given up at reset.
void register_kind(const std::string& kind, std::int64_t (*count)(), void (*clear)());

}  // namespace cuda_double
