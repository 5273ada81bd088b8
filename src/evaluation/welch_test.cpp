// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "evaluation/distributions.h"
#include "evaluation/spread.h"
#include "evaluation/undefined.h"
#include "qualm/error.h"
#include "qualm/evaluation/inference.h"

namespace qualm {
namespace {

/// The unbiased variance of one number.
double variance_of(const RunsInWords& runs) {
  const auto n = static_cast<double>(runs.n);
  return runs.n < 2 ? 0 : runs.std * runs.std * (n - runs.ddof) / (n - 1);
}

TwoSampleTest without_spread(double difference, const std::string& reason) {
  TwoSampleTest test;
  test.difference = evaluation::defined(difference);
  test.degrees_of_freedom = test.p_value = evaluation::undefined(reason);
  test.interval.undefined = reason;
  return test;
}

}  // namespace

TwoSampleTest welch_test(const RunsInWords& a, const RunsInWords& b, double level) {
  if (!(level > 0 && level < 1)) throw_usage("a level is between 0 and 1");
  if (a.n == 0 || b.n == 0) throw_usage("a test needs runs on both sides");
  const double difference = a.mean - b.mean;
  if (a.n == 1 && b.n == 1) return without_spread(difference, "single runs show no spread");
  const bool has_single = a.n == 1 || b.n == 1;
  // A single run is taken to vary as the others do.
  const double spread = variance_of(a) + variance_of(b);
  const double of_a = (has_single ? spread : variance_of(a)) / static_cast<double>(a.n);
  const double of_b = (has_single ? spread : variance_of(b)) / static_cast<double>(b.n);
  evaluation::WelchSum sum;
  sum.add(of_a, static_cast<double>(a.n));
  sum.add(of_b, static_cast<double>(b.n));
  const double variance = sum.variance();
  if (!(variance > 0)) return without_spread(difference, "the runs have no spread");
  const double freedom =
      has_single ? static_cast<double>(std::max(a.n, b.n) - 1) : sum.degrees_of_freedom();
  const double deviation = std::sqrt(variance);
  const double half_width =
      deviation * evaluation::student_quantile_above(freedom, (1 - level) / 2);
  TwoSampleTest test;
  test.difference = evaluation::defined(difference);
  test.degrees_of_freedom = evaluation::defined(freedom);
  test.p_value =
      evaluation::defined(2 * evaluation::student_above(freedom, std::abs(difference) / deviation));
  test.interval = {difference - half_width,
                   difference + half_width,
                   has_single ? "t by the spread of one set" : "welch",
                   {}};
  return test;
}

}  // namespace qualm
