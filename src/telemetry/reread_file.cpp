#include "telemetry/reread_file.hpp"

#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <fstream>
#include <unistd.h>
#include <utility>

namespace resnet_bench {

RereadFile::RereadFile(const std::filesystem::path& file)
    : descriptor_(open(file.c_str(), O_RDONLY | O_CLOEXEC)), buffer_(512) {
  if (descriptor_ < 0) error_ = errno;
}

RereadFile::~RereadFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

RereadFile::RereadFile(RereadFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      error_(other.error_),
      buffer_(std::move(other.buffer_)) {}

RereadFile& RereadFile::operator=(RereadFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(error_, other.error_);
  std::swap(buffer_, other.buffer_);
  return *this;
}

std::string_view RereadFile::text() {
  if (descriptor_ < 0) return {};
  std::size_t filled = 0;
  while (true) {
    const ssize_t got = pread(descriptor_, buffer_.data() + filled, buffer_.size() - filled,
                              static_cast<off_t>(filled));
    if (got < 0 && errno == EINTR) continue;
    error_ = got < 0 ? errno : 0;
    if (got < 0) return {};
    if (got == 0) return {buffer_.data(), filled};
    filled += static_cast<std::size_t>(got);
    if (filled == buffer_.size()) buffer_.resize(2 * filled);
  }
}

std::optional<double> RereadFile::number() {
  std::string_view all = text();
  return next_number(all);
}

std::optional<double> next_number(std::string_view& text) {
  const std::size_t begin = text.find_first_not_of(" \t\n");
  if (begin == std::string_view::npos) return {};
  text.remove_prefix(begin);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

std::string word_in(const std::filesystem::path& file) {
  std::string word;
  std::ifstream(file) >> word;
  return word;
}

const char* why_unreadable(int error) {
  return error == EACCES || error == EPERM ? "permission denied" : "not here";
}

}  // namespace resnet_bench
