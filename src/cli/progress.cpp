#include "cli/progress.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

namespace resnet_bench {
namespace {

constexpr const char* clear_line = "\r\x1b[K";

/// Of the run, by whichever bound is nearer. 0 to 1.
double fraction_done(std::int64_t done, std::int64_t total, double elapsed_s, double max_seconds) {
  const double by_count = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0.0;
  const double by_time = max_seconds > 0 ? elapsed_s / max_seconds : 0.0;
  return std::clamp(std::max(by_count, by_time), 0.0, 1.0);
}

template <class... Values>
std::string formatted(const char* format, Values... values) {
  std::array<char, 80> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, values...);
  return buffer.data();
}

/// "12 of 100 iterations, 3.4 s, 56.7 images/s"
std::string counts(std::int64_t done, std::int64_t total, double elapsed_s,
                   double images_per_second) {
  std::string text = std::to_string(done);
  if (total > 0) text += " of " + std::to_string(total);
  text += formatted(" iterations, %.1f s", elapsed_s);
  if (images_per_second > 0) text += formatted(", %.1f images/s", images_per_second);
  return text;
}

int columns_of(std::FILE* stream) {
  winsize size{};
  const bool told = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return told ? size.ws_col : 80;
}

}  // namespace

void TerminalProgress::show(const std::string& line) {
  const auto columns = static_cast<std::size_t>(std::max(columns_ - 1, 0));
  out_ << clear_line << line.substr(0, columns) << std::flush;
  shown_ = true;
}

void TerminalProgress::phase(std::string_view what) {
  phase_ = what;
  last_elapsed_s_ = -1;
  show(phase_);
}

void TerminalProgress::iterations(std::int64_t done, std::int64_t total, double elapsed_s,
                                  double max_seconds, double images_per_second) {
  // Small networks make thousands of blocks a second; nobody reads that fast.
  constexpr double seconds_between = 0.1;
  if (last_elapsed_s_ >= 0 && elapsed_s - last_elapsed_s_ < seconds_between) return;
  last_elapsed_s_ = elapsed_s;
  constexpr std::size_t width = 20;
  const auto full = static_cast<std::size_t>(fraction_done(done, total, elapsed_s, max_seconds) *
                                             static_cast<double>(width));
  show(phase_ + " [" + std::string(full, '#') + std::string(width - full, '.') + "] " +
       counts(done, total, elapsed_s, images_per_second));
}

void TerminalProgress::finish() {
  if (shown_) out_ << clear_line << std::flush;
  shown_ = false;
}

void SparseProgress::phase(std::string_view what) {
  phase_ = what;
  fifths_told_ = 0;
  out_ << phase_ << std::endl;
}

void SparseProgress::iterations(std::int64_t done, std::int64_t total, double elapsed_s,
                                double max_seconds, double images_per_second) {
  const auto fifths =
      static_cast<int>(5 * fraction_done(done, total, elapsed_s, max_seconds) + 1e-9);
  if (fifths <= fifths_told_) return;
  fifths_told_ = fifths;
  out_ << phase_ << ": " << counts(done, total, elapsed_s, images_per_second) << std::endl;
}

std::unique_ptr<Progress> make_progress(std::ostream& out, std::FILE* stream, bool quiet) {
  if (quiet) return std::make_unique<SilentProgress>();
  // TERM=dumb (an editor's shell) has no way to clear a line.
  const char* const term = std::getenv("TERM");
  const bool dumb = term != nullptr && std::string_view(term) == "dumb";
  if (isatty(fileno(stream)) == 0 || dumb) return std::make_unique<SparseProgress>(out);
  return std::make_unique<TerminalProgress>(out, columns_of(stream));
}

}  // namespace resnet_bench
