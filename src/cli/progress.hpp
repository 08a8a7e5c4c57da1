#pragma once

#include "benchmark/progress.hpp"

#include <cstdio>
#include <memory>
#include <ostream>
#include <string>

namespace resnet_bench {

/// One line of a terminal, written over and over, cleared at the end.
class TerminalProgress final : public Progress {
 public:
  /// `columns` of the terminal; a longer line would wrap and could not be written over.
  TerminalProgress(std::ostream& out, int columns) : out_(out), columns_(columns) {}
  ~TerminalProgress() override { finish(); }

  void phase(std::string_view what) override;
  void iterations(std::int64_t done, std::int64_t total, double elapsed_s, double max_seconds,
                  double images_per_second) override;
  void finish() override;

 private:
  void show(const std::string& line);

  std::ostream& out_;
  int columns_;
  bool shown_ = false;
  std::string phase_;
  double last_elapsed_s_ = -1;
};

/// Lines for a log: the start, then one a fifth of the run.
class SparseProgress final : public Progress {
 public:
  explicit SparseProgress(std::ostream& out) : out_(out) {}

  void phase(std::string_view what) override;
  void iterations(std::int64_t done, std::int64_t total, double elapsed_s, double max_seconds,
                  double images_per_second) override;
  void finish() override {}

 private:
  std::ostream& out_;
  std::string phase_;
  int fifths_told_ = 0;
};

/// What suits `stream` (stderr): a bar on a terminal, sparse lines elsewhere, silence if `quiet`.
std::unique_ptr<Progress> make_progress(std::ostream& out, std::FILE* stream, bool quiet);

}  // namespace resnet_bench
