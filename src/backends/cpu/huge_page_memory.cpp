#include "backends/cpu/huge_page_memory.hpp"

#include "resnet_bench/checked.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <sys/mman.h>
#include <sys/prctl.h>

namespace resnet_bench::cpu {
namespace {

constexpr std::int64_t huge_page = 2 * 1024 * 1024;
constexpr std::int64_t mib = 1024 * 1024;

/// What /proc says of the mapping that holds `address`: KiB in transparent huge pages. A mapping's
/// part of /proc/self/smaps starts with its range, "7f12-7f56 rw-p ..."; "AnonHugePages: N kB" is
/// one of its lines. (proc(5); the line is missing where the kernel has no huge pages.)
std::int64_t huge_kib_at(const void* address) {
  std::ifstream smaps("/proc/self/smaps");
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  bool inside = false;
  for (std::string line; std::getline(smaps, line);) {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    char dash = 0;
    std::istringstream range(line);
    if (range >> std::hex >> begin >> dash >> end && dash == '-') {
      inside = begin <= wanted && wanted < end;
    } else if (inside && line.rfind("AnonHugePages:", 0) == 0) {
      return std::stoll(line.substr(line.find(':') + 1));
    }
  }
  return 0;
}

std::string why_small() {
  if (prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0) == 1) return "2 MiB ones are off for this process";
  std::ifstream setting("/sys/kernel/mm/transparent_hugepage/enabled");
  std::string text;
  if (!std::getline(setting, text)) return "this system has no transparent huge pages";
  return "transparent_hugepage/enabled is \"" + text + "\"";
}

}  // namespace

HugePageMemory::HugePageMemory(std::int64_t bytes) : bytes_(bytes) {
  // A page more, so that the data can begin on one.
  mapped_bytes_ = static_cast<std::size_t>(checked_add(align_up(bytes, huge_page), huge_page));
  mapping_ =
      mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping_ == MAP_FAILED) {
    throw Refusal("the system gives no " + std::to_string(bytes / mib) + " MiB of memory (" +
                  std::strerror(errno) + "); take a smaller --batch or --image-size");
  }
  const auto start = reinterpret_cast<std::uintptr_t>(mapping_);
  data_ = reinterpret_cast<void*>(align_up(static_cast<std::int64_t>(start), huge_page));
  // Refused where the kernel was built without; pages() tells.
  madvise(data_, mapped_bytes_ - huge_page, MADV_HUGEPAGE);
}

std::string HugePageMemory::pages() const {
  const std::int64_t huge = std::min(huge_kib_at(data_) / 1024, bytes_ / mib);
  if (huge == 0) return "4 KiB pages: " + why_small();
  return "2 MiB pages: " + std::to_string(huge) + " of " + std::to_string(bytes_ / mib) + " MiB";
}

HugePageMemory::~HugePageMemory() { munmap(mapping_, mapped_bytes_); }

}  // namespace resnet_bench::cpu
