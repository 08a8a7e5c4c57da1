#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace resnet_bench {

/// A file of /proc or /sys that is opened once and read again and again, for there a read makes
/// the text anew and opening costs more than reading.
class RereadFile {
 public:
  explicit RereadFile(const std::filesystem::path& file);
  ~RereadFile();
  RereadFile(RereadFile&& other) noexcept;
  RereadFile& operator=(RereadFile&& other) noexcept;

  /// errno of opening or, at the latest, of the last read; 0: there was none.
  int error() const { return error_; }

  /// All of it as it is now; valid until the next call. Empty where it cannot be read.
  std::string_view text();

  /// The first number in it.
  std::optional<double> number();

 private:
  int descriptor_ = -1;
  int error_ = 0;
  std::vector<char> buffer_;
};

/// Takes the next number off the front of `text`, past spaces; nothing where there is none.
std::optional<double> next_number(std::string_view& text);

/// The first word of a file that is read once; empty where there is none.
std::string word_in(const std::filesystem::path& file);

/// Why a file of sensors is of no use, in words: "permission denied", "not here".
const char* why_unreadable(int error);

}  // namespace resnet_bench
