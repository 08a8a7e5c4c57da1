#include "backends/cuda/double/device_memory.hpp"

#include "backends/cuda/double/calls.hpp"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace cuda_double {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t default_capacity = std::size_t{256} << 20;

std::size_t round_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

struct Piece {
  std::byte* mapping = nullptr;  ///< of mapped bytes, and a page without access behind them
  std::size_t mapped = 0;
  std::size_t bytes = 0;  ///< as asked for
  bool alive = true;
};

struct State {
  std::map<const std::byte*, Piece> pieces;  ///< by their first byte; dead ones too
  std::map<const std::byte*, std::size_t> pinned;
  std::size_t capacity = default_capacity;
  std::size_t used = 0;
  int accesses = 0;
};

State& state() {
  static State state;
  return state;
}

void protect(const Piece& piece, int access) {
  if (mprotect(piece.mapping, piece.mapped, access) != 0) std::abort();
}

void protect_all(int access) {
  for (const auto& [data, piece] : state().pieces) {
    if (piece.alive) protect(piece, access);
  }
}

/// Says what a bare "Segmentation fault" would not, and lets the process end by it.
void explain_fault(int number, siginfo_t* info, void*) {
  const char* text = "\ncuda double: an access to memory without permission; ";
  const auto* address = static_cast<const std::byte*>(info->si_addr);
  const char* reason = "it is not of the device.\n";
  for (const auto& [data, piece] : state().pieces) {
    if (address < piece.mapping || address >= piece.mapping + piece.mapped + page) continue;
    reason = !piece.alive                              ? "this device memory has been freed.\n"
             : address >= piece.mapping + piece.mapped ? "it is past the end of device memory.\n"
                                                       : "the host looked into device memory.\n";
  }
  [[maybe_unused]] auto written = write(STDERR_FILENO, text, std::strlen(text));
  written = write(STDERR_FILENO, reason, std::strlen(reason));
  std::signal(number, SIG_DFL);
}

std::map<const std::byte*, Piece>::const_iterator piece_of(const void* data) {
  const auto& pieces = state().pieces;
  auto next = pieces.upper_bound(static_cast<const std::byte*>(data));
  if (next == pieces.begin()) return pieces.end();
  --next;
  return static_cast<const std::byte*>(data) <= next->first + next->second.bytes ? next
                                                                                 : pieces.end();
}

std::int64_t pieces_alive() {
  std::int64_t alive = 0;
  for (const auto& [data, piece] : state().pieces) alive += piece.alive;
  return alive;
}

void clear_device() {
  for (const auto& [data, piece] : state().pieces) munmap(piece.mapping, piece.mapped + page);
  state().pieces.clear();
  state().used = 0;
  state().capacity = default_capacity;
}

void clear_pinned() {
  for (const auto& [data, bytes] : state().pinned) {
    std::free(const_cast<std::byte*>(data));  // NOLINT: ours
  }
  state().pinned.clear();
}

[[maybe_unused]] const bool registered = [] {
  register_kind("device memory", pieces_alive, clear_device);
  register_kind(
      "pinned memory", [] { return static_cast<std::int64_t>(state().pinned.size()); },
      clear_pinned);
  struct sigaction action {};
  action.sa_sigaction = explain_fault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, nullptr);
  return true;
}();

}  // namespace

void set_device_capacity(std::size_t bytes) { state().capacity = bytes; }
std::size_t device_capacity() { return state().capacity; }
std::size_t device_bytes_used() { return state().used; }

void* allocate_device(std::size_t bytes) {
  const std::size_t taken = round_up(bytes, device_alignment);
  if (taken < bytes || taken > state().capacity - state().used) return nullptr;
  Piece piece{.mapped = round_up(taken, page), .bytes = bytes};
  void* mapping = mmap(nullptr, piece.mapped + page, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) return nullptr;
  piece.mapping = static_cast<std::byte*>(mapping);
  // Its end, but for the rounding, is where the page without access begins.
  std::byte* const data = piece.mapping + (piece.mapped - taken);
  state().pieces[data] = piece;
  state().used += taken;
  const AccessToDevice access;
  protect(piece, PROT_READ | PROT_WRITE);
  std::memset(data, 0xff, taken);
  return data;
}

bool release_device(void* data) {
  const auto found = state().pieces.find(static_cast<std::byte*>(data));
  if (found == state().pieces.end() || !found->second.alive) return false;
  Piece& piece = found->second;
  piece.alive = false;
  state().used -= round_up(piece.bytes, device_alignment);
  madvise(piece.mapping, piece.mapped, MADV_DONTNEED);
  protect(piece, PROT_NONE);
  return true;
}

void* allocate_pinned(std::size_t bytes) {
  void* const data = std::aligned_alloc(page, round_up(std::max<std::size_t>(bytes, 1), page));
  if (data == nullptr) return nullptr;
  std::memset(data, 0xff, bytes);
  state().pinned[static_cast<std::byte*>(data)] = bytes;
  return data;
}

bool release_pinned(void* data) {
  if (state().pinned.erase(static_cast<std::byte*>(data)) == 0) return false;
  std::free(data);
  return true;
}

bool is_device(const void* data) { return piece_of(data) != state().pieces.end(); }

bool is_pinned(const void* data) {
  auto next = state().pinned.upper_bound(static_cast<const std::byte*>(data));
  if (next == state().pinned.begin()) return false;
  --next;
  return static_cast<const std::byte*>(data) < next->first + next->second;
}

bool check_device_range(const void* data, std::size_t bytes, std::size_t alignment,
                        const std::string& what) {
  const auto found = piece_of(data);
  if (found == state().pieces.end()) {
    complain(what + ": is not device memory");
    return false;
  }
  const Piece& piece = found->second;
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(data) - found->first);
  if (!piece.alive) {
    complain(what + ": its device memory has been freed");
  } else if (bytes > piece.bytes - offset) {
    complain(what + ": " + std::to_string(bytes) + " bytes, of which the memory has " +
             std::to_string(piece.bytes - offset));
  } else if (reinterpret_cast<std::uintptr_t>(data) % alignment != 0) {
    complain(what + ": is not aligned to " + std::to_string(alignment) + " bytes");
  } else {
    return true;
  }
  return false;
}

AccessToDevice::AccessToDevice() {
  if (state().accesses++ == 0) protect_all(PROT_READ | PROT_WRITE);
}

AccessToDevice::~AccessToDevice() {
  if (--state().accesses == 0) protect_all(PROT_NONE);
}

}  // namespace cuda_double
