#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace resnet_bench::verify {

using Plane = std::vector<double>;

/// Memory for planes, each thread's own and used again from image to image: asking the system for
/// it anew takes longer than the arithmetic.
class Planes {
 public:
  /// Of this thread; planes handed out before may be overwritten from now on.
  static Planes& fresh();

  /// `size` values, which may be anything.
  double* take(std::int64_t size);
  /// `size` zeros.
  double* zeros(std::int64_t size);

 private:
  std::vector<Plane> planes_;
  std::size_t taken_ = 0;
};

/// Sums in four lanes, so that additions need not wait for each other.
double sum(const double* values, std::int64_t count);
double sum_of_squares(const double* values, std::int64_t count);
double sum_of_products(const double* one, const double* other, std::int64_t count);

/// to += weight * values, and of their squares.
void add_weighted(const double* values, std::int64_t count, double weight, double* to);
void add_squares(const double* values, std::int64_t count, double weight, double* to);

}  // namespace resnet_bench::verify
