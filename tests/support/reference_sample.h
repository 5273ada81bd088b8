// SPDX-License-Identifier: Apache-2.0
// A weighted sample in long double, as the references of reference.h see it.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

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

}  // namespace reference
