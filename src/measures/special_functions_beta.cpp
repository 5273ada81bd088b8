// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "measures/quiet_policy.h"
#include "measures/special_functions.h"

namespace qualm::detail {
namespace {

// Beyond these Boost's continued fraction gets slow and loses digits.
constexpr double both_large = 1e5;
constexpr double one_huge = 1e10;

// The uniform expansion of I_q(a, b) for large a and b with its first correction: a normal
// distribution in the variable in which the density has the shape of one.
double normal_limit(double a, double b, const LogOddsBeta::Point& point) {
  const double sum = a + b;
  const double mean = a / sum;
  const double spread = std::sqrt(mean * (b / sum));
  const double eta = std::copysign(std::sqrt(-2 * point.shape / sum), point.shift);
  const double offset = (point.shift > 0 ? point.q : point.rest) *
                        -std::expm1(-std::abs(point.shift)) *
                        (point.shift > 0 ? b / sum : -mean);  // q - mean
  const double skew =
      std::abs(eta) > 1e-5 ? 1 / eta - spread / offset : (b - a) / sum / (3 * spread);
  return std::erfc(-eta * std::sqrt(sum / 2)) / 2 +
         std::exp(point.shape) / std::sqrt(2 * std::numbers::pi * sum) * skew;
}

double probability_below(double a, double b, const LogOddsBeta::Point& point) {
  if (std::min(a, b) >= both_large) return normal_limit(a, b, point);
  // A Beta whose other parameter is huge is a Gamma.
  if (b >= one_huge) return gamma_tails(a, -(b + (a - 1) / 2) * point.log_rest).lower;
  if (a >= one_huge) return gamma_tails(b, -(a + (b - 1) / 2) * point.log_q).upper;
  return point.q <= 0.5 ? boost::math::ibeta(a, b, point.q, QuietPolicy())
                        : boost::math::ibetac(b, a, point.rest, QuietPolicy());
}

LogOddsBeta::Tail tail_below(double a, double b, const LogOddsBeta::Point& point,
                             double log_density) {
  constexpr double smallest = std::numeric_limits<double>::min();
  // So far below that 1 - q does not matter, F(q) = q^a / (a B(a, b)).
  if (-point.log_rest * (a + b) < 1e-17) return {log_density - std::log(a), 1 / a};
  // So far out that 1 - q underflows, the other tail is exactly a power of it; the bound on its
  // logarithm only keeps rounding from crossing zero.
  const double value =
      point.rest < smallest
          ? -std::expm1(std::min(log_density - std::log(b), b * point.log_rest / 2))
          : probability_below(a, b, point);
  if (value > smallest) return {std::log(value), value * std::exp(-log_density)};
  // The tail underflows: its logarithm is a line of slope a (1 - q) - b q.
  const double slope = a * point.rest - b * point.q;
  return {log_density - std::log(slope), 1 / slope};
}

}  // namespace

double log_beta_peak(double a, double b) noexcept {
  const double sum = a + b;
  return (std::log(a) + std::log(b / sum) - std::log(2 * std::numbers::pi)) / 2 +
         stirling_error(sum) - stirling_error(a) - stirling_error(b);
}

double beta_below_half(double a, double b) {
  return boost::math::ibeta(a, b, 0.5, QuietPolicy());
}

LogOddsBeta::LogOddsBeta(double a, double b)
    : a_(a), b_(b), sum_(a + b), log_peak_(log_beta_peak(a, b)) {}

LogOddsBeta::Point LogOddsBeta::at(double shift) const noexcept {
  // Written for a shift downwards, which makes q the falling one of q and 1 - q; upwards it is the
  // mirror image.
  const bool up = shift > 0;
  const double distance = std::abs(shift);
  const double a = up ? b_ : a_;
  const double b = up ? a_ : b_;
  const double mean = a / sum_;
  const double co_mean = b / sum_;
  const double growth = std::expm1(-distance);
  const double scale = co_mean + mean * std::exp(-distance);  // 1 + mean * growth
  const double log_scale = scale > 0.5 ? std::log1p(mean * growth) : std::log(scale);

  const double falling = mean * std::exp(-distance) / scale;
  const double rising = co_mean / scale;
  // Of two numbers that sum to one, the logarithm of the greater comes from the smaller.
  const double log_falling =
      falling < 0.5 ? std::log(mean) - distance - log_scale : std::log1p(-rising);
  const double log_rising = falling < 0.5 ? std::log1p(-falling) : std::log(co_mean) - log_scale;
  // a log(falling / mean) + b log(rising / co_mean); near the mean the linear terms cancel exactly.
  const double fall = co_mean * growth / scale;
  const double shape = fall > -0.5 ? a * log1p_minus(fall) + b * log1p_minus(-mean * growth / scale)
                                   : -a * distance - sum_ * log_scale;
  if (up) return {rising, falling, log_rising, log_falling, shape, shift};
  return {falling, rising, log_falling, log_rising, shape, shift};
}

LogOddsBeta::Tail LogOddsBeta::lower_tail(const LogOddsBeta::Point& point) const {
  return tail_below(a_, b_, point, log_density(point));
}

LogOddsBeta::Tail LogOddsBeta::upper_tail(const LogOddsBeta::Point& point) const {
  const LogOddsBeta::Point mirror{.q = point.rest,
                                  .rest = point.q,
                                  .log_q = point.log_rest,
                                  .log_rest = point.log_q,
                                  .shape = point.shape,
                                  .shift = -point.shift};
  return tail_below(b_, a_, mirror, log_density(point));
}

}  // namespace qualm::detail
