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

/// A weighted sample: members[m][k], weights that sum to one.
struct Sample {
  std::vector<Row> members;
  Row weights;

  explicit Sample(std::vector<Row> rows, Row given = {}) : members(std::move(rows)) {
    weights = given.empty() ? Row(members.size(), Real{1} / static_cast<Real>(members.size()))
                            : std::move(given);
    const Real sum = std::accumulate(weights.begin(), weights.end(), Real{0});
    for (Real& weight : weights) weight /= sum;
  }

  [[nodiscard]] std::size_t n_classes() const { return members[0].size(); }
  [[nodiscard]] Row mean() const {
    Row result(n_classes());
    for (std::size_t m = 0; m < members.size(); ++m) {
      for (std::size_t k = 0; k < result.size(); ++k) result[k] += weights[m] * members[m][k];
    }
    return result;
  }
  /// E[f(member)]
  template <class F>
  [[nodiscard]] Real expectation(const F& f) const {
    Real sum = 0;
    for (std::size_t m = 0; m < members.size(); ++m) sum += weights[m] * f(members[m]);
    return sum;
  }
};

/// p log2(p / q) - (p - q) / ln 2, by series where p and q are close so that it is exact to the
/// last digits of a long double.
inline Real divergence(Real p, Real q) {
  if (q == 0) return 0;
  const Real x = (p - q) / q;
  if (std::fabs(x) < 0.25L) {
    Real sum = 0, power = x * x;
    for (int n = 2; n < 40; ++n, power *= -x) sum += power / static_cast<Real>(n * (n - 1));
    return q * sum / std::log(2.0L);
  }
  return ((p > 0 ? p * std::log(p / q) : 0) - (p - q)) / std::log(2.0L);
}

inline Real surprise(Real p) {
  return p > 0 ? -p * std::log2(p) : 0;
}
/// -(1-p) log2(1-p), exact for small p.
inline Real co_surprise(Real p) {
  return p < 1 ? -(1 - p) * std::log1p(-p) / std::log(2.0L) : 0;
}

inline Value variance_of_class(const Sample& s, std::size_t k) {
  const Real mean = s.mean()[k];
  Value v;
  v.aleatoric = s.expectation([&](const Row& p) { return p[k] * (1 - p[k]); });
  v.epistemic = s.expectation([&](const Row& p) { return (p[k] - mean) * (p[k] - mean); });
  v.total = mean * (1 - mean);
  return v;
}

inline Value label_entropy_of_class(const Sample& s, std::size_t k) {
  const Real mean = s.mean()[k];
  const Real co_mean = s.expectation([&](const Row& p) { return 1 - p[k]; });
  Value v;
  v.aleatoric = s.expectation([&](const Row& p) { return surprise(p[k]) + co_surprise(p[k]); });
  v.epistemic = s.expectation(
      [&](const Row& p) { return divergence(p[k], mean) + divergence(1 - p[k], co_mean); });
  v.total = v.aleatoric + v.epistemic;
  return v;
}

inline Value entropy(const Sample& s) {
  const Row mean = s.mean();
  Value v;
  for (std::size_t k = 0; k < mean.size(); ++k) {
    v.total += surprise(mean[k]);
    v.aleatoric += s.expectation([&](const Row& p) { return surprise(p[k]); });
    v.epistemic += s.expectation([&](const Row& p) { return divergence(p[k], mean[k]); });
  }
  return v;
}

inline Real norm(const Row& p) {
  return std::sqrt(std::inner_product(p.begin(), p.end(), p.begin(), Real{0}));
}

inline Value spherical(const Sample& s) {
  const Row mean = s.mean();
  const Real mean_norm = norm(mean);
  Value v;
  v.total = 1 - mean_norm;
  v.aleatoric = s.expectation([&](const Row& p) { return 1 - norm(p); });
  v.epistemic = s.expectation([&](const Row& p) {
    // |p| - <p, mean>/|mean| through the sine of the angle between them.
    Real across2 = 0, along = 0;
    for (std::size_t k = 0; k < p.size(); ++k) along += (p[k] - mean[k]) * mean[k];
    along /= mean_norm * mean_norm;
    for (std::size_t k = 0; k < p.size(); ++k) {
      const Real part = p[k] - mean[k] - along * mean[k];
      across2 += part * part;
    }
    const Real inner = std::inner_product(p.begin(), p.end(), mean.begin(), Real{0});
    return mean_norm * across2 / (norm(p) * mean_norm + inner);
  });
  return v;
}

inline Value zero_one(const Sample& s) {
  const Row mean = s.mean();
  const std::size_t best =
      static_cast<std::size_t>(std::max_element(mean.begin(), mean.end()) - mean.begin());
  Value v;
  v.aleatoric =
      s.expectation([](const Row& p) { return 1 - *std::max_element(p.begin(), p.end()); });
  v.epistemic =
      s.expectation([&](const Row& p) { return *std::max_element(p.begin(), p.end()) - p[best]; });
  v.total = v.aleatoric + v.epistemic;
  return v;
}

/// EU = min over q in the simplex of E|p - q|_1 / 2. At the optimum q_k is the tau-quantile of
/// class k; S(u) = sum_k quantile_k(u), and EU = integral of (S_mean - S(u))_+ du, on a grid of all
/// the cumulative weights.
inline Value wasserstein(const Sample& s) {
  const Row mean = s.mean();
  std::vector<Real> edges = {0, 1};
  std::vector<std::vector<std::pair<Real, Real>>> columns;  // (value, weight), sorted
  for (std::size_t k = 0; k < s.n_classes(); ++k) {
    auto& column = columns.emplace_back();
    for (std::size_t m = 0; m < s.members.size(); ++m) {
      column.emplace_back(s.members[m][k], s.weights[m]);
    }
    std::sort(column.begin(), column.end());
    Real below = 0;
    for (const auto& [value, weight] : column) edges.push_back(below += weight);
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  const auto quantile_sum = [&](Real u) {
    Real sum = 0;
    for (const auto& column : columns) {
      Real below = 0;
      for (std::size_t m = 0; m < column.size(); ++m) {
        below += column[m].second;
        if (u < below || m + 1 == column.size()) {
          sum += column[m].first - column[0].first;
          break;
        }
      }
    }
    return sum;
  };
  Real average = 0;
  for (std::size_t k = 0; k < columns.size(); ++k) average += mean[k] - columns[k][0].first;
  Value v;
  v.total = 1 - *std::max_element(mean.begin(), mean.end());
  v.aleatoric =
      s.expectation([](const Row& p) { return 1 - *std::max_element(p.begin(), p.end()); });
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
  const auto entropy = [q](const Row& p) {
    Real sum = 0;
    for (const Real x : p) sum += (x - std::pow(x, q)) / (q - 1);
    return sum;
  };
  const Row mean = s.mean();
  Value v;
  v.aleatoric = s.expectation(entropy);
  v.epistemic = s.expectation([&](const Row& p) {
    Real sum = 0;
    for (std::size_t k = 0; k < p.size(); ++k) {
      if (mean[k] == 0) continue;
      const Real x = (p[k] - mean[k]) / mean[k], scale = std::pow(mean[k], q);
      if (std::fabs(x) > 0.01L) {
        sum += scale * (std::pow(1 + x, q) - 1 - q * x) / (q - 1);
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
