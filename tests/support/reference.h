// SPDX-License-Identifier: Apache-2.0
// The measures by their definitions, in long double, for one instance: slow, plain, and written
// apart from the library. The only second copy of the formulas.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "qualm/measures.h"
#include "support/reference_ordinal.h"
#include "support/reference_sample.h"

namespace reference {

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

/// p log2(p / q) - (p - q) / ln 2 as above, but infinite where q alone is 0.
inline Real reverse_term(Real p, Real q, Real difference) {
  return q == 0 && p > 0 ? std::numeric_limits<Real>::infinity() : divergence(p, q, difference);
}

/// E KL(mean || p).
inline Value reverse_entropy(const Sample& s) {
  Value v;
  for (std::size_t k = 0; k < s.n_classes(); ++k) {
    const Row deviation = s.deviations(k);
    v.epistemic += s.expectation(
        [&](std::size_t m) { return reverse_term(s.mean()[k], s.members[m][k], -deviation[m]); });
  }
  return v;
}

/// Over all pairs of members, each member with itself too.
inline Value pairwise_entropy(const Sample& s) {
  Value v;
  v.aleatoric = entropy(s).aleatoric;
  v.epistemic = s.expectation([&](std::size_t a) {
    return s.expectation([&](std::size_t b) {
      Real sum = 0;
      for (std::size_t k = 0; k < s.n_classes(); ++k) {
        sum += reverse_term(s.members[a][k], s.members[b][k], s.difference(a, b, k));
      }
      return sum;
    });
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
  if (family == "ordinal-variance") return ordinal_variance(s);
  if (family == "ordinal-entropy") return ordinal_entropy(s);
  if (family == "ordinal-absolute") return ordinal_absolute(s);
  if (family == "integer-variance") return integer_variance(s);
  if (family == "pairwise-entropy") return pairwise_entropy(s);
  if (family == "reverse-entropy") return reverse_entropy(s);
  throw std::logic_error("no reference for " + family);
}

}  // namespace reference
