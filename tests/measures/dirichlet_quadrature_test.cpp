// SPDX-License-Identifier: Apache-2.0
// Two classes: every family against brute-force quadrature of its definition in long double.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "measures/dirichlet.h"

namespace qualm::detail {
namespace {

using Real = long double;

// Theta = (q, r) with q ~ Beta(a, b), along the log-odds t of q.
class Beta {
 public:
  Beta(Real a, Real b)
      : a_(a), b_(b), log_b_(std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b)) {}

  // E f(q, r), f smooth except at log-odds `kink`. On each side of it the double exponential
  // t = kink +- exp(u - exp(-u)) lets the trapezoidal rule converge.
  template <class F>
  [[nodiscard]] Real mean_of(F f, Real kink) const {
    constexpr Real step = 1.0L / 64;
    Real sum = 0;
    for (int i = -5 * 64; i <= 9 * 64; ++i) {
      const Real u = static_cast<Real>(i) * step;
      const Real distance = std::exp(u - std::exp(-u));
      const Real weight = distance * (1 + std::exp(-u)) * step;
      for (const Real t : {kink - distance, kink + distance}) {
        const Real q = 1 / (1 + std::exp(-t));
        const Real r = 1 / (1 + std::exp(t));
        sum += weight * density(t) * f(q, r);
      }
    }
    return sum;
  }

 private:
  [[nodiscard]] Real density(Real t) const {
    return std::exp(-a_ * std::log1p(std::exp(-t)) - b_ * std::log1p(std::exp(t)) - log_b_);
  }
  Real a_, b_, log_b_;
};

class TwoClasses : public testing::TestWithParam<std::pair<double, double>> {
 protected:
  Real a = GetParam().first, b = GetParam().second;
  Real m = a / (a + b), n = b / (a + b);
  Real centre = std::log(a / b);
  Beta beta{a, b};

  void expect(const qualm::Measure& family, Real aleatoric, Real epistemic, double relative) const {
    const std::vector<double> alpha = {GetParam().first, GetParam().second};
    const PartValues parts = dirichlet_measure(family, alpha, {}, {});
    const auto au = static_cast<double>(aleatoric);
    const auto eu = static_cast<double>(epistemic);
    EXPECT_NEAR(parts.aleatoric, au, relative * au);
    EXPECT_NEAR(parts.epistemic, eu, relative * eu);
  }
};

Real x_log_ratio(Real x, Real y) {
  return x > 0 ? x * std::log(x / y) : 0;
}

TEST_P(TwoClasses, variance_is_the_mean_square) {
  const Real au = beta.mean_of([](Real q, Real r) { return 2 * q * r; }, centre);
  const Real eu = beta.mean_of([this](Real q, Real) { return 2 * (q - m) * (q - m); }, centre);
  expect("variance", au, eu, 1e-12);
}

TEST_P(TwoClasses, entropies_are_mean_entropy_and_mean_divergence) {
  const Real au =
      beta.mean_of([](Real q, Real r) { return -x_log_ratio(q, 1) - x_log_ratio(r, 1); }, centre);
  const Real eu = beta.mean_of(
      [this](Real q, Real r) { return x_log_ratio(q, m) + x_log_ratio(r, n); }, centre);
  expect("entropy", au, eu, 1e-11);
  expect("label-entropy", 2 * au, 2 * eu, 1e-11);
}

TEST_P(TwoClasses, spherical_is_the_mean_of_loss_and_regret) {
  const Real norm = std::hypot(m, n);
  const Real au =
      beta.mean_of([](Real q, Real r) { return 2 * q * r / (1 + std::hypot(q, r)); }, centre);
  const Real eu = beta.mean_of(
      [&](Real q, Real r) { return std::hypot(q, r) - (q * m + r * n) / norm; }, centre);
  expect("spherical", au, eu, 1e-10);
}

TEST_P(TwoClasses, zero_one_is_the_mean_of_error_and_regret) {
  const Real au = beta.mean_of([](Real q, Real r) { return std::fmin(q, r); }, 0);
  const Real eu =
      beta.mean_of([this](Real q, Real r) { return std::fmax(0.0L, a < b ? q - r : r - q); }, 0);
  expect("zero-one", au, eu, 1e-9);
}

TEST_P(TwoClasses, wasserstein_epistemic_is_the_least_mean_distance_to_a_point) {
  const auto distance = [this](Real t) {
    const Real point = 1 / (1 + std::exp(-t));
    return beta.mean_of([point](Real q, Real) { return std::abs(q - point); }, t);
  };
  Real low = centre - 8 / a - 2;
  Real high = centre + 8 / b + 2;
  for (int i = 0; i < 60; ++i) {
    const Real left = low + (high - low) / 3;
    const Real right = high - (high - low) / 3;
    if (distance(left) < distance(right)) {
      high = right;
    } else {
      low = left;
    }
  }
  const Real au = beta.mean_of([](Real q, Real r) { return std::fmin(q, r); }, 0);
  expect("wasserstein", au, distance(low), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Dirichlet, TwoClasses,
                         testing::Values(std::pair{1.0, 1.0}, std::pair{8.0, 2.0},
                                         std::pair{0.3, 0.7}, std::pair{0.1, 0.1},
                                         std::pair{0.3, 3.0}, std::pair{30.0, 0.4},
                                         std::pair{25.0, 20.0}, std::pair{150.0, 140.0},
                                         std::pair{210.0, 200.0}, std::pair{900.0, 850.0}));

}  // namespace
}  // namespace qualm::detail
