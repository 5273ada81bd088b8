// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "measures/dirichlet.h"
#include "measures/dirichlet_products.h"
#include "measures/special_functions.h"

namespace qualm::detail {
namespace {

// Theta is a vector of independent gammas divided by their sum, of which it is independent. So
// alpha_0 E max Theta = E max Gamma = integral of 1 - prod_k P(alpha_k, x) dx, P the distribution
// function of Gamma(alpha_k). Taken over log x, each integrand is a smooth hump that dies out on
// both sides, where the trapezoidal rule converges geometrically.
class MaximumOfGammas {
 public:
  explicit MaximumOfGammas(const SortedAlpha& alpha)
      : first_(alpha.first.alpha),
        second_(alpha.others[0].alpha),
        others_(compressed(alpha)),
        wants_pairs_(alpha.sum < 0.5) {
    for (const AlphaGroup& group : alpha.others) n_others_ += group.count;
  }

  struct Integrals {
    double excess;  // E max Gamma - alpha_first
    double pairs;   // alpha_0 - E max Gamma; 0 unless wanted
  };

  // EU comes close to TU only if all concentrations are small: there AU needs an integral of its
  // own.
  [[nodiscard]] bool wants_pairs() const { return wants_pairs_; }

  [[nodiscard]] Integrals integrate() const {
    const double centre = crossing();
    const double height = at(centre).excess;
    if (!(height > 1e-270)) return {0, 0};  // so close to underflow nothing can be resolved
    const double negligible = height * 1e-17;
    const double low = last_below(negligible, std::log(negligible) - 1, centre,
                                  [this](double t) { return std::exp(t) * lower(t); });
    const double high = first_below(negligible, centre, upper_end(),
                                    [this](double t) { return std::exp(t) * bound(t); });
    return trapezoids(low, high);
  }

 private:
  [[nodiscard]] double lower(double t) const { return gamma_tails(first_, std::exp(t)).lower; }
  // Bounds 1 - prod P over the other classes, and is close to it in the tail.
  [[nodiscard]] double bound(double t) const {
    return n_others_ * gamma_tails(second_, std::exp(t)).upper;
  }
  // Fine enough for the narrowest of the humps in log x.
  [[nodiscard]] double resolution() const { return 0.25 / std::sqrt(first_ + 1); }
  [[nodiscard]] double upper_end() const {
    return std::log(first_ + 45 * std::sqrt(first_) + 1500);
  }

  // A point well inside the hump: to its left the first factor is the small one, to its right the
  // second.
  [[nodiscard]] double crossing() const {
    double low = std::log(second_ / 2 + 0.05);
    double high = upper_end();
    while (high - low > resolution()) {
      const double middle = (low + high) / 2;
      (lower(middle) < bound(middle) ? low : high) = middle;
    }
    return low;
  }

  template <class Rising>
  [[nodiscard]] double last_below(double limit, double low, double high, Rising value) const {
    while (high - low > resolution()) {
      const double middle = (low + high) / 2;
      (value(middle) < limit ? low : high) = middle;
    }
    return low;
  }

  template <class Falling>
  [[nodiscard]] double first_below(double limit, double low, double high, Falling value) const {
    while (high - low > resolution()) {
      const double middle = (low + high) / 2;
      (value(middle) < limit ? high : low) = middle;
    }
    return high;
  }

  // The integrands at x = exp(t), times x.
  [[nodiscard]] Integrals at(double t) const {
    const double x = std::exp(t);
    const GammaTails first = gamma_tails(first_, x);
    ProductGap product(first.lower, first.upper);
    for (const AlphaGroup& group : others_) {
      const GammaTails tails = gamma_tails(group.alpha, x);
      product.add(tails.lower, tails.upper, group.count);
      if (wants_pairs_) {
        product.add_curvature(tails.upper, group.count);
      } else if (n_others_ * tails.upper < -1e-17 * product.log_product()) {
        break;  // the tails fall with alpha: all that is left adds less than this
      }
    }
    return {x * product.excess(), wants_pairs_ ? x * product.pairs() : 0};
  }

  [[nodiscard]] Integrals trapezoids(double low, double high) const {
    constexpr int most_intervals = 1 << 14;
    // Halving the step squares the error: when it changes this little, the result is exact.
    constexpr double stable = 1e-8;
    int n = 32;
    Integrals sum = at(low);
    const auto add = [&sum](const Integrals& value) {
      sum.excess += value.excess;
      sum.pairs += value.pairs;
    };
    for (int i = 1; i <= n; ++i) add(at(low + (high - low) * i / n));
    while (true) {
      const Integrals coarse = sum;
      for (int i = 0; i < n; ++i) add(at(low + (high - low) * (2 * i + 1) / (2 * n)));
      n *= 2;
      const auto moved = [](double before, double after) {
        return std::abs(after - 2 * before) > stable * after;
      };
      const bool done = !moved(coarse.excess, sum.excess) && !moved(coarse.pairs, sum.pairs);
      if (done || n >= most_intervals) break;
    }
    const double step = (high - low) / n;
    return {sum.excess * step, sum.pairs * step};
  }

  double first_, second_;
  std::vector<AlphaGroup> others_;
  bool wants_pairs_;
  double n_others_ = 0;
};

// The density of Beta(a, b) at one half, times 1/4: 2^-(a+b) / B(a, b).
double height_at_half(double a, double b) {
  const double apart = (a - b) / 2;
  // a log(sum / 2a) + b log(sum / 2b)
  const double shape = a * std::log1p(-apart / a) + b * std::log1p(apart / b);
  return std::exp(shape + log_beta_peak(a, b));
}

// Of two classes EU = E (Theta_b - Theta_a)^+, a >= b. In u = Theta_a / Theta_b that is
// B(a, 2) / B(a, b) 2F1(a + b + 1, a; a + 2; -1), and by Pfaff's transformation a sum of positive
// terms at 1/2, of which about 12 sqrt(a) matter.
double epistemic_of_pair(double a, double b) {
  double sum = 0, term = 1;
  for (double n = 0; term > 1e-17 * sum; ++n) {
    sum += term;
    term *= (n + 2) * (a + b + 1 + n) / (2 * (n + 1) * (a + 2 + n));
  }
  return height_at_half(a, b) * sum / (2 * a * (a + 1));
}

bool is_plain_pair(double a, double b) {
  return a < 3000 && b > 1e-9;
}

PartValues zero_one_of_plain_pair(double a, double b) {
  const double total = b / (a + b);
  const double epistemic = epistemic_of_pair(a, b);
  // For small concentrations the difference would lose digits.
  const double aleatoric = epistemic < 0.9 * total ? total - epistemic
                                                   : total * beta_below_half(b + 1, a) +
                                                         a / (a + b) * beta_below_half(a + 1, b);
  return {aleatoric + epistemic, aleatoric, epistemic};
}

PartValues zero_one_of_gammas(const SortedAlpha& alpha) {
  const MaximumOfGammas maximum(alpha);
  const MaximumOfGammas::Integrals integrals = maximum.integrate();
  const double epistemic = integrals.excess / alpha.sum;
  const double aleatoric = maximum.wants_pairs() ? integrals.pairs / alpha.sum
                                                 : alpha.first.others / alpha.sum - epistemic;
  return {aleatoric + epistemic, aleatoric, epistemic};
}

}  // namespace

PartValues dirichlet_zero_one(const SortedAlpha& alpha) {
  const bool is_pair = alpha.others.size() == 1 && alpha.others[0].count == 1;
  if (is_pair && is_plain_pair(alpha.first.alpha, alpha.others[0].alpha)) {
    return zero_one_of_plain_pair(alpha.first.alpha, alpha.others[0].alpha);
  }
  return zero_one_of_gammas(alpha);
}

PartValues dirichlet_zero_one(double one, double other) {
  const auto [less, greater] = std::minmax(one, other);
  if (is_plain_pair(greater, less)) return zero_one_of_plain_pair(greater, less);
  return zero_one_of_gammas(sort_alpha(std::array{greater, less}));
}

}  // namespace qualm::detail
