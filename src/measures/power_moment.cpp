// SPDX-License-Identifier: Apache-2.0
#include "measures/power_moment.h"

#include <algorithm>
#include <array>
#include <limits>

namespace qualm::detail {
namespace {

// The Bernoulli polynomials B_{2n+1}(t) / (n (2n+1)), n = 1, 2, ..., divided by (t - 1/2) y, in
// powers of y = t (t - 1).
constexpr std::array<std::array<double, 6>, 6> odd_bernoulli = {{
    {1.0 / 3},
    {-1.0 / 30, 1.0 / 10},
    {1.0 / 63, -1.0 / 21, 1.0 / 21},
    {-1.0 / 60, 1.0 / 20, -1.0 / 18, 1.0 / 36},
    {1.0 / 33, -1.0 / 11, 17.0 / 165, -2.0 / 33, 1.0 / 55},
    {-691.0 / 8190, 691.0 / 2730, -236.0 / 819, 41.0 / 234, -5.0 / 78, 1.0 / 78},
}};

// (1 + product) (1 + factor) - 1
double with_factor(double product, double factor) noexcept {
  return product + factor + product * factor;
}
constexpr double most_raised = 1e100;

}  // namespace

PowerMoment::PowerMoment(double a, double b, double q) : a_(a), b_(b), q_(q), r_(q - 1) {
  const double sum = a + b;
  const double drop_above = drop(a + 1);
  over_power_of_mean_ = drop_above + step(a);
  over_mean_ =
      drop_above - r_ * std::log1p(b / (a + 1)) + std::log1p(-r_ / (a + q) * (b / (sum + 1)));
  const double odds = b / a;
  log_mean_ = std::isinf(odds) ? std::log(a) - std::log(sum) : -std::log1p(odds);
}

double PowerMoment::reverse() const {
  if (!(a_ + r_ > 0)) return std::numeric_limits<double>::infinity();
  const double c = r_ * (b_ / (a_ + b_ + r_)) / a_;
  const double log_ratio = over_power_of_mean_ - std::log1p(c);  // of m E Theta^r to m^q
  const double power = std::exp(q_ * log_mean_);
  const double mixed = std::exp(q_ * log_mean_ + log_ratio);
  const double gap = std::max(power, mixed) * -std::expm1(-std::fabs(log_ratio)) / r_;
  return (log_ratio > 0 ? -gap : gap) + c * mixed;
}

double PowerMoment::step(double x) const {
  const double y = x + b_;
  return r_ * std::log1p(b_ / (y + 1) / x) - std::log1p(r_ * (b_ / (y + q_)) / (x + 1));
}

double PowerMoment::drop(double x) const {
  // Steps as in step(), their logarithms taken of products: each is kept less one, so that it
  // loses no digits where its factors are close to one.
  double steps = 0, grown = 0, raised = 0;
  for (; x < 10 + 3 * q_; ++x) {
    const double y = x + b_;
    grown = with_factor(grown, b_ / (y + 1) / x);
    raised = with_factor(raised, r_ * (b_ / (y + q_)) / (x + 1));
    if (raised > most_raised) {
      steps -= std::log1p(raised);
      raised = 0;
    }
  }
  steps += r_ * std::log1p(grown) - std::log1p(raised);
  const double z = x + r_ / 2;
  const double y = r_ * (q_ + 1) / 4;
  // (z / (z + b))^(2n) - 1 for n = 1, 2, ...
  std::array<double, odd_bernoulli.size()> fallen{};
  fallen[0] = std::expm1(-2 * std::log1p(b_ / z));
  for (std::size_t i = 1; i < fallen.size(); ++i) {
    fallen[i] = with_factor(fallen[i - 1], fallen[0]);
  }
  double series = 0;
  for (std::size_t n = odd_bernoulli.size(); n > 0; --n) {
    double polynomial = 0;
    for (std::size_t i = n; i-- > 0;) polynomial = polynomial * y + odd_bernoulli[n - 1][i];
    series += polynomial * fallen[n - 1];
    series /= z * z;
  }
  return steps + q_ * std::log1p(r_ / 2 * (b_ / (z + b_)) / x) + q_ / 2 * y * series;
}

}  // namespace qualm::detail
