#include "verify/tally.hpp"

#include <algorithm>
#include <cstdio>

namespace resnet_bench::verify {
namespace {

/// 1 and more: wrong.
double nearness(const Tally& tally) {
  if (!tally.passed()) return HUGE_VAL;
  return tally.bound() > 0 ? tally.error() / tally.bound() : 0;
}

}  // namespace

void Tally::see(const double* residuals, const double* scales, std::int64_t count,
                std::int64_t image) {
  constexpr std::int64_t lanes = 4;
  double largest[lanes] = {0, 0, 0, 0};
  double right[lanes] = {1, 1, 1, 1};
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (std::int64_t j = 0; j < lanes; ++j) {
      const double off = std::abs(residuals[i + j]);
      const double beyond = off - bound_.absolute > 0 ? off - bound_.absolute : 0;
      const double error = beyond / (scales[i + j] + least_scale);
      largest[j] = error > largest[j] ? error : largest[j];
      right[j] = off <= bound_.relative * scales[i + j] + bound_.absolute ? right[j] : 0;
    }
  }
  const double error = *std::max_element(largest, largest + lanes);
  if (error > error_) {
    error_ = error;
    image_ = image;
  }
  const bool all_right = *std::min_element(right, right + lanes) > 0;
  // Seldom: once more, one by one, to say which.
  for (std::int64_t again = all_right ? i : 0; again < count; ++again) {
    see(residuals[again], scales[again], image);
  }
}

void Tally::merge(const Tally& other) {
  if (other.error_ > error_) {
    error_ = other.error_;
    image_ = other.image_;
  }
  if (!other.passed_ && passed_) wrong_image_ = other.wrong_image_;
  passed_ = passed_ && other.passed_;
}

Tally merged(const std::vector<Tally>& tallies) {
  Tally all = tallies.front();
  for (const Tally& tally : tallies) all.merge(tally);
  return all;
}

const Verdict* worst(const std::vector<Verdict>& verdicts) {
  const Verdict* found = nullptr;
  for (const Verdict& verdict : verdicts) {
    if (found == nullptr || nearness(verdict.tally) > nearness(found->tally)) found = &verdict;
  }
  return found;
}

std::string error_text(double error) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", error);
  return text;
}

}  // namespace resnet_bench::verify
