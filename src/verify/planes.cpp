#include "verify/planes.hpp"

#include <algorithm>

namespace resnet_bench::verify {
namespace {

/// Adds up term(i) for i in [0, count).
template <class Term>
double lanes(std::int64_t count, Term&& term) {
  double partial[4] = {0, 0, 0, 0};
  std::int64_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (std::int64_t j = 0; j < 4; ++j) partial[j] += term(i + j);
  }
  for (; i < count; ++i) partial[0] += term(i);
  return partial[0] + partial[1] + (partial[2] + partial[3]);
}

}  // namespace

Planes& Planes::fresh() {
  thread_local Planes planes;
  planes.taken_ = 0;
  return planes;
}

double* Planes::take(std::int64_t size) {
  if (taken_ == planes_.size()) planes_.emplace_back();
  Plane& plane = planes_[taken_++];
  const auto wanted = static_cast<std::size_t>(size);
  if (plane.size() < wanted) plane.resize(wanted);
  return plane.data();
}

double* Planes::zeros(std::int64_t size) {
  double* plane = take(size);
  std::fill(plane, plane + size, 0.0);
  return plane;
}

double sum(const double* values, std::int64_t count) {
  return lanes(count, [&](std::int64_t i) { return values[i]; });
}

double sum_of_squares(const double* values, std::int64_t count) {
  return lanes(count, [&](std::int64_t i) { return values[i] * values[i]; });
}

double sum_of_products(const double* one, const double* other, std::int64_t count) {
  return lanes(count, [&](std::int64_t i) { return one[i] * other[i]; });
}

void add_weighted(const double* values, std::int64_t count, double weight, double* to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] += weight * values[i];
}

void add_squares(const double* values, std::int64_t count, double weight, double* to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] += weight * (values[i] * values[i]);
}

}  // namespace resnet_bench::verify
