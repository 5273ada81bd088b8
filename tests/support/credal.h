// SPDX-License-Identifier: Apache-2.0
// Sets of predictions for tests, and what they are by definition: slow, plain, in long double.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "measures/credal_interval.h"
#include "measures/credal_members.h"
#include "qualm/random.h"

namespace credal {

using Real = long double;
using Rows = std::vector<std::vector<double>>;

inline const Rows three_members = {{0.7, 0.2, 0.1}, {0.4, 0.5, 0.1}, {0.1, 0.3, 0.6}};

inline qualm::detail::MemberSet set_of(const Rows& rows, std::vector<double> weights = {}) {
  if (weights.empty()) weights.assign(rows.size(), 1 / static_cast<double>(rows.size()));
  std::vector<double> points;
  for (const auto& row : rows) points.insert(points.end(), row.begin(), row.end());
  qualm::Members members;
  members.n_members = rows.size();
  members.n_classes = rows[0].size();
  members.points = points.data();
  members.weights = weights;
  return qualm::detail::member_set(members);
}

inline std::vector<double> softmax(std::vector<double> logits) {
  const double greatest = *std::max_element(logits.begin(), logits.end());
  double sum = 0;
  for (double& x : logits) sum += x = std::exp(x - greatest);
  for (double& x : logits) x /= sum;
  return logits;
}

/// Members `spread` apart; every seventh entry of every third set is 0.
inline Rows random_rows(std::size_t m, std::size_t k, double spread, std::uint64_t seed) {
  qualm::Random random(seed, m * 1000 + k);
  std::vector<double> centre(k);
  for (double& x : centre) x = 1.5 * random.normal();
  Rows rows;
  for (std::size_t i = 0; i < m; ++i) {
    std::vector<double> row = centre;
    for (double& x : row) x += spread * random.normal();
    if (seed % 3 == 0) row[(i * 5 + 1) % k] = -std::numeric_limits<double>::infinity();
    rows.push_back(softmax(row));
  }
  return rows;
}

inline Real entropy(const std::vector<Real>& p) {
  Real sum = 0;
  for (const Real x : p) sum -= x > 0 ? x * std::log(x) : 0;
  return sum;
}

template <class Numbers>
std::vector<Real> reals(const Numbers& numbers) {
  return {numbers.begin(), numbers.end()};
}

/// Over every vertex: all classes but one at a bound.
inline Real least_interval_entropy(const qualm::detail::IntervalSet& set) {
  const std::size_t n = set.n_classes();
  Real least = std::numeric_limits<Real>::infinity();
  for (std::size_t free = 0; free < n; ++free) {
    for (std::size_t at_upper = 0; at_upper < std::size_t{1} << n; ++at_upper) {
      if (at_upper >> free & 1U) continue;
      std::vector<Real> p(n);
      Real left = 1;
      for (std::size_t k = 0; k < n; ++k) {
        if (k == free) continue;
        p[k] = at_upper >> k & 1U ? set.upper[k] : set.lower[k];
        left -= p[k];
      }
      if (left < set.lower[free] - 1e-15L || left > set.upper[free] + 1e-15L) continue;
      p[free] = left;
      least = std::min(least, entropy(p));
    }
  }
  return least;
}

/// By bisection for the level.
inline Real greatest_interval_entropy(const qualm::detail::IntervalSet& set) {
  const auto at_level = [&](Real level) {
    std::vector<Real> p(set.n_classes());
    for (std::size_t k = 0; k < p.size(); ++k) {
      p[k] = std::min<Real>(std::max<Real>(level, set.lower[k]), set.upper[k]);
    }
    return p;
  };
  Real low = 0, high = 1;
  for (int i = 0; i < 100; ++i) {
    const Real middle = (low + high) / 2;
    const std::vector<Real> p = at_level(middle);
    (std::accumulate(p.begin(), p.end(), Real{0}) < 1 ? low : high) = middle;
  }
  return entropy(at_level(low));
}

inline std::vector<Real> normalized(const std::vector<double>& p) {
  std::vector<Real> result = reals(p);
  const Real sum = std::accumulate(result.begin(), result.end(), Real{0});
  for (Real& x : result) x /= sum;
  return result;
}

/// Where f, which rises from negative to positive on [low, high], is 0.
template <class Rising>
Real root(Real low, Real high, const Rising& f) {
  for (int i = 0; i < 120; ++i) {
    const Real middle = (low + high) / 2;
    (f(middle) < 0 ? low : high) = middle;
  }
  return low;
}

/// Of all mixtures of two predictions, by bisection on the derivative.
inline Real greatest_entropy_between(const std::vector<double>& a, const std::vector<double>& b) {
  const std::vector<Real> p = normalized(a), q = normalized(b);
  const auto at = [&](Real t) {
    std::vector<Real> mixed;
    for (std::size_t k = 0; k < p.size(); ++k) mixed.push_back((1 - t) * p[k] + t * q[k]);
    return mixed;
  };
  return entropy(at(root(0, 1, [&](Real t) {
    Real sum = 0;
    const std::vector<Real> mixed = at(t);
    for (std::size_t k = 0; k < p.size(); ++k) {
      sum += p[k] == q[k] ? 0 : (q[k] - p[k]) * std::log(mixed[k]);
    }
    return sum;
  })));
}

/// Within total variation `radius`: the greatest are cut and the smallest filled up to two levels.
inline Real greatest_ball_entropy(const std::vector<double>& centre, Real radius) {
  std::vector<Real> p = normalized(centre);
  const Real even = 1 / static_cast<Real>(p.size());
  const auto filled = [&](Real level) {
    Real sum = 0;
    for (const Real x : p) sum += std::max(Real{0}, level - x);
    return sum;
  };
  const auto cut = [&](Real level) {
    Real sum = 0;
    for (const Real x : p) sum += std::max(Real{0}, x - level);
    return sum;
  };
  const Real floor = root(0, even, [&](Real level) { return filled(level) - radius; });
  const Real ceiling = root(even, 1, [&](Real level) { return radius - cut(level); });
  for (Real& x : p) x = std::clamp(x, floor, ceiling);
  return entropy(p);
}

/// Every class but the greatest gives what it has, the smallest first.
inline Real least_ball_entropy(const std::vector<double>& centre, Real radius) {
  std::vector<Real> p = normalized(centre);
  std::sort(p.begin(), p.end());
  for (std::size_t k = 0; k + 1 < p.size() && radius > 0; ++k) {
    const Real moved = std::min(radius, p[k]);
    p[k] -= moved;
    p.back() += moved;
    radius -= moved;
  }
  return entropy(p);
}

}  // namespace credal
