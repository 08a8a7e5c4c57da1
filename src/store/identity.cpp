#include "store/identity.hpp"

#include <array>
#include <cinttypes>
#include <cstdio>
#include <ctime>
#include <random>
#include <unistd.h>

namespace resnet_bench {

std::string make_uuid_v7() {
  std::random_device device;  // 32 bits a call
  const std::uint64_t random = (std::uint64_t{device()} << 32) | device();
  return format_uuid_v7(std::chrono::system_clock::now().time_since_epoch(), random);
}

std::string format_uuid_v7(std::chrono::nanoseconds since_1970, std::uint64_t random) {
  constexpr std::uint64_t ns_per_ms = 1'000'000;
  const auto ns = static_cast<std::uint64_t>(since_1970.count());
  const std::uint64_t ms = ns / ns_per_ms;
  const std::uint64_t fraction = ns % ns_per_ms * 4096 / ns_per_ms;
  const std::uint64_t high = ms << 16 | std::uint64_t{7} << 12 | fraction;
  const std::uint64_t low = std::uint64_t{0b10} << 62 | random >> 2;

  std::array<char, 37> text{};
  std::snprintf(text.data(), text.size(),
                "%08" PRIx64 "-%04" PRIx64 "-%04" PRIx64 "-%04" PRIx64 "-%012" PRIx64, high >> 32,
                high >> 16 & 0xffff, high & 0xffff, low >> 48, low & 0xffffffffffff);
  return text.data();
}

std::string utc_timestamp(std::chrono::system_clock::time_point time) {
  using std::chrono::milliseconds;
  const auto ms = std::chrono::floor<milliseconds>(time.time_since_epoch()).count();
  const std::time_t seconds = ms / 1000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 32> date{};
  std::strftime(date.data(), date.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%s.%03dZ", date.data(), static_cast<int>(ms % 1000));
  return text.data();
}

std::string utc_timestamp() { return utc_timestamp(std::chrono::system_clock::now()); }

std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0') return "unknown";
  return name.data();
}

}  // namespace resnet_bench
