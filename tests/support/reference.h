// SPDX-License-Identifier: Apache-2.0
// The measures by their definitions, in long double, for one instance: slow, plain, and written
// apart from the library. The only second copy of the formulas.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "qualm/measures.h"

namespace reference {

using Real = long double;
using Row = std::vector<Real>;

struct Value {
  Real total = 0, aleatoric = 0, epistemic = 0;
};

/// A weighted sample: members[m][k], rests[m][k] = 1 - members[m][k], weights that sum to one.
/// Members that weigh nothing are left out.
struct Sample {
  std::vector<Row> members, rests;
  Row weights;

  /// Of probabilities.
  explicit Sample(const std::vector<Row>& rows, const Row& given = {}) {
    std::vector<Row> others = rows;
    for (Row& row : others) {
      for (Real& value : row) value = 1 - value;
    }
    keep(rows, others, given);
  }

  /// The softmax of logits. 1 - p is the sum of the other classes: p of a confident member is one
  /// to the last digit, its rest is not nothing.
  static Sample of_logits(std::vector<Row> rows, const Row& given = {}) {
    std::vector<Row> others = rows;
    for (std::size_t m = 0; m < rows.size(); ++m) {
      Row& row = rows[m];
      const Real greatest = *std::max_element(row.begin(), row.end());
      for (Real& value : row) value = std::exp(value - greatest);
      const Real sum = std::accumulate(row.begin(), row.end(), Real{0});
      for (Real& value : row) value /= sum;
      for (std::size_t k = 0; k < row.size(); ++k) {
        others[m][k] = 0;
        for (std::size_t j = 0; j < row.size(); ++j) others[m][k] += j == k ? 0 : row[j];
      }
    }
    Sample sample;
    sample.keep(rows, others, given);
    return sample;
  }

  [[nodiscard]] std::size_t n_classes() const { return members[0].size(); }
  [[nodiscard]] const Row& mean() const { return mean_; }
  [[nodiscard]] const Row& co_mean() const { return co_mean_; }
  /// p - mean of a class, from the side where the numbers are small.
  [[nodiscard]] Row deviations(std::size_t k) const {
    Row result(members.size());
    for (std::size_t m = 0; m < members.size(); ++m) {
      result[m] = mean_[k] > 0.5L ? co_mean_[k] - rests[m][k] : members[m][k] - mean_[k];
    }
    return result;
  }
  /// p of member a minus p of member b, from the side where the numbers are small.
  [[nodiscard]] Real difference(std::size_t a, std::size_t b, std::size_t k) const {
    return members[a][k] > 0.5L && members[b][k] > 0.5L ? rests[b][k] - rests[a][k]
                                                        : members[a][k] - members[b][k];
  }
  /// E[f(m)] over the members
  template <class F>
  [[nodiscard]] Real expectation(const F& f) const {
    Real sum = 0;
    for (std::size_t m = 0; m < members.size(); ++m) sum += weights[m] * f(m);
    return sum;
  }

 private:
  Sample() = default;

  void keep(const std::vector<Row>& rows, const std::vector<Row>& others, const Row& given) {
    const Real sum = std::accumulate(given.begin(), given.end(), Real{0});
    for (std::size_t m = 0; m < rows.size(); ++m) {
      if (!given.empty() && given[m] == 0) continue;
      members.push_back(rows[m]);
      rests.push_back(others[m]);
      weights.push_back(given.empty() ? 1 / static_cast<Real>(rows.size()) : given[m] / sum);
    }
    mean_ = mean_of(members);
    co_mean_ = mean_of(rests);
  }

  [[nodiscard]] Row mean_of(const std::vector<Row>& rows) const {
    Row result(n_classes());
    for (std::size_t m = 0; m < rows.size(); ++m) {
      for (std::size_t k = 0; k < result.size(); ++k) result[k] += weights[m] * rows[m][k];
    }
    return result;
  }

  Row mean_, co_mean_;
};

/// p log2(p / q) - (p - q) / ln 2, by series where p and q are close so that it is exact to the
/// last digits of a long double. `difference` is p - q.
inline Real divergence(Real p, Real q, Real difference) {
  if (q == 0) return 0;
  const Real x = difference / q;
  if (std::fabs(x) < 0.25L) {
    Real sum = 0, power = x * x;
    for (int n = 2; n < 40; ++n, power *= -x) sum += power / static_cast<Real>(n * (n - 1));
    return q * sum / std::log(2.0L);
  }
  return ((p > 0 ? p * std::log(p / q) : 0) - difference) / std::log(2.0L);
}

/// -p log2(p), where rest = 1 - p: exact also for small rests.
inline Real surprise(Real p, Real rest) {
  if (p == 0) return 0;
  return -p * (rest < 0.5L ? std::log1p(-rest) : std::log(p)) / std::log(2.0L);
}

inline Value variance_of_class(const Sample& s, std::size_t k) {
  const Row deviation = s.deviations(k);
  Value v;
  v.aleatoric = s.expectation([&](std::size_t m) { return s.members[m][k] * s.rests[m][k]; });
  v.epistemic = s.expectation([&](std::size_t m) { return deviation[m] * deviation[m]; });
  v.total = s.mean()[k] * s.co_mean()[k];
  return v;
}

inline Value label_entropy_of_class(const Sample& s, std::size_t k) {
  const Real mean = s.mean()[k], co_mean = s.co_mean()[k];
  const Row deviation = s.deviations(k);
  Value v;
  v.aleatoric = s.expectation([&](std::size_t m) {
    const Real p = s.members[m][k], rest = s.rests[m][k];
    return surprise(p, rest) + surprise(rest, p);
  });
  v.epistemic = s.expectation([&](std::size_t m) {
    return divergence(s.members[m][k], mean, deviation[m]) +
           divergence(s.rests[m][k], co_mean, -deviation[m]);
  });
  v.total = v.aleatoric + v.epistemic;
  return v;
}

inline Value entropy(const Sample& s) {
  const Row &mean = s.mean(), &co_mean = s.co_mean();
  Value v;
  for (std::size_t k = 0; k < mean.size(); ++k) {
    const Row deviation = s.deviations(k);
    v.total += surprise(mean[k], co_mean[k]);
    v.aleatoric +=
        s.expectation([&](std::size_t m) { return surprise(s.members[m][k], s.rests[m][k]); });
    v.epistemic += s.expectation(
        [&](std::size_t m) { return divergence(s.members[m][k], mean[k], deviation[m]); });
  }
  return v;
}

inline Real norm(const Row& p) {
  return std::sqrt(std::inner_product(p.begin(), p.end(), p.begin(), Real{0}));
}
inline std::size_t greatest(const Row& p) {
  return static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
}
/// 1 - |p|, through 1 - |p|^2 = (1 - max)(1 + max) - the squares of the others.
inline Real one_minus_norm(const Row& p, const Row& rest) {
  const std::size_t best = greatest(p);
  Real sum = rest[best] * (1 + p[best]);
  for (std::size_t k = 0; k < p.size(); ++k) sum -= k == best ? 0 : p[k] * p[k];
  return sum / (1 + norm(p));
}

inline Value spherical(const Sample& s) {
  const Row& mean = s.mean();
  const Real mean_norm = norm(mean);
  std::vector<Row> deviation;
  for (std::size_t k = 0; k < mean.size(); ++k) deviation.push_back(s.deviations(k));
  Value v;
  v.total = one_minus_norm(mean, s.co_mean());
  v.aleatoric =
      s.expectation([&](std::size_t m) { return one_minus_norm(s.members[m], s.rests[m]); });
  v.epistemic = s.expectation([&](std::size_t m) {
    // |p| - <p, mean>/|mean| through the sine of the angle between them.
    const Row& p = s.members[m];
    Real across2 = 0, along = 0;
    for (std::size_t k = 0; k < p.size(); ++k) along += deviation[k][m] * mean[k];
    along /= mean_norm * mean_norm;
    for (std::size_t k = 0; k < p.size(); ++k) {
      const Real part = deviation[k][m] - along * mean[k];
      across2 += part * part;
    }
    const Real inner = std::inner_product(p.begin(), p.end(), mean.begin(), Real{0});
    return mean_norm * across2 / (norm(p) * mean_norm + inner);
  });
  return v;
}

inline Real mean_rest_of_maximum(const Sample& s) {
  return s.expectation([&](std::size_t m) { return s.rests[m][greatest(s.members[m])]; });
}

inline Value zero_one(const Sample& s) {
  const std::size_t best = greatest(s.mean());
  Value v;
  v.aleatoric = mean_rest_of_maximum(s);
  v.epistemic = s.expectation(
      [&](std::size_t m) { return s.members[m][greatest(s.members[m])] - s.members[m][best]; });
  v.total = v.aleatoric + v.epistemic;
  return v;
}

/// EU = min over q in the simplex of E|p - q|_1 / 2. At the optimum q_k is the tau-quantile of
/// class k; S(u) = sum_k quantile_k(u), and EU = integral of (S_mean - S(u))_+ du, on a grid of all
/// the cumulative weights. Each class is counted from its smallest value.
inline Value wasserstein(const Sample& s) {
  std::vector<Real> edges = {0, 1};
  std::vector<std::vector<std::size_t>> columns;  // the members in rising order
  for (std::size_t k = 0; k < s.n_classes(); ++k) {
    auto& column = columns.emplace_back(s.members.size());
    std::iota(column.begin(), column.end(), std::size_t{0});
    std::stable_sort(column.begin(), column.end(),
                     [&](std::size_t a, std::size_t b) { return s.difference(a, b, k) < 0; });
    Real below = 0;
    for (const std::size_t m : column) edges.push_back(below += s.weights[m]);
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  const auto quantile_sum = [&](Real u) {
    Real sum = 0;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      Real below = 0;
      for (const std::size_t m : columns[k]) {
        below += s.weights[m];
        if (u < below || m == columns[k].back()) {
          sum += s.difference(m, columns[k][0], k);
          break;
        }
      }
    }
    return sum;
  };
  Real average = 0;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    average += s.expectation([&](std::size_t m) { return s.difference(m, columns[k][0], k); });
  }
  Value v;
  v.total = s.co_mean()[greatest(s.mean())];
  v.aleatoric = mean_rest_of_maximum(s);
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    const Real middle = (edges[i] + edges[i + 1]) / 2;
    if (middle >= 1) break;
    v.epistemic += std::max(Real{0}, average - quantile_sum(middle)) * (edges[i + 1] - edges[i]);
  }
  return v;
}

inline Value sum_over_classes(const Sample& s, const Row& class_weights,
                              Value (*of_class)(const Sample&, std::size_t)) {
  Value sum;
  for (std::size_t k = 0; k < s.n_classes(); ++k) {
    const Real weight = class_weights.empty() ? Real{1} : class_weights[k];
    const Value value = of_class(s, k);
    sum.total += weight * value.total;
    sum.aleatoric += weight * value.aleatoric;
    sum.epistemic += weight * value.epistemic;
  }
  return sum;
}

inline Value tsallis(const Sample& s, Real q) {
  // Entry by entry, so that rows that do not sum to one are no matter of it.
  const auto entropy = [q](const Row& p, const Row& rest) {
    Real sum = 0;
    for (std::size_t k = 0; k < p.size(); ++k) {
      const Real log = rest[k] < 0.5L ? std::log1p(-rest[k]) : std::log(p[k]);
      sum += p[k] == 0 ? 0 : -p[k] * std::expm1((q - 1) * log) / (q - 1);
    }
    return sum;
  };
  const Row mean = s.mean();
  std::vector<Row> deviations;
  for (std::size_t k = 0; k < mean.size(); ++k) deviations.push_back(s.deviations(k));
  Value v;
  v.aleatoric = s.expectation([&](std::size_t m) { return entropy(s.members[m], s.rests[m]); });
  v.epistemic = s.expectation([&](std::size_t m) {
    Real sum = 0;
    for (std::size_t k = 0; k < mean.size(); ++k) {
      if (mean[k] == 0) continue;
      const Real x = deviations[k][m] / mean[k], scale = std::pow(mean[k], q);
      if (std::fabs(x) > 0.01L) {
        sum += scale * (std::pow(s.members[m][k] / mean[k], q) - 1 - q * x) / (q - 1);
        continue;
      }
      Real term = q * x;  // the binomial series, without its first two terms
      for (int n = 2; n < 30; ++n) {
        term *= (q - static_cast<Real>(n - 1)) / static_cast<Real>(n) * x;
        sum += scale * term / (q - 1);
      }
    }
    return sum;
  });
  v.total = v.aleatoric + v.epistemic;
  return v;
}

/// The definition of each family, by its name; a new row of the registry needs one here. In bits
/// where logarithmic.
inline Value measure(const qualm::Measure& measure, const Sample& s,
                     const Row& class_weights = {}) {
  const std::string& family = measure.family().name;
  if (family == "variance") return sum_over_classes(s, class_weights, variance_of_class);
  if (family == "entropy") return entropy(s);
  if (family == "label-entropy") return sum_over_classes(s, class_weights, label_entropy_of_class);
  if (family == "spherical") return spherical(s);
  if (family == "zero-one") return zero_one(s);
  if (family == "wasserstein") return wasserstein(s);
  if (family == "tsallis") return tsallis(s, measure.arguments()[0]);
  throw std::logic_error("no reference for " + family);
}

}  // namespace reference
