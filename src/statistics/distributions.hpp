#pragma once

namespace resnet_bench {

/// P(T <= t) of Student's distribution with `degrees` > 0 degrees of freedom, not necessarily
/// whole.
double student_t_cdf(double t, double degrees);

/// The t with student_t_cdf(t, degrees) = probability, of 0 < probability < 1.
double student_t_quantile(double probability, double degrees);

}  // namespace resnet_bench
