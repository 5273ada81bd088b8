// SPDX-License-Identifier: Apache-2.0
#include "measures/credal_hartley.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace qualm::detail {
namespace {

// By the trapezoidal rule along log t, where the integrand decays at both ends: the error is below
// rounding.
double hartley_integral(std::size_t b, std::size_t n_classes) {
  constexpr double step = 0.1;
  double sum = 0;
  for (int i = -450; i <= 60; ++i) {
    const double t = std::exp(step * i);
    sum += std::exp(-static_cast<double>(b) * t) *
           std::pow(-std::expm1(-t), static_cast<double>(n_classes - b));
  }
  return step * sum;
}

// Sums of one line of numbers over all subsets of up to `n_low` classes, and of the others apart.
constexpr std::size_t n_low = 8;
struct SubsetSums {
  std::vector<double> low, high;

  explicit SubsetSums(std::span<const double> x)
      : low(sums(x.first(std::min(x.size(), n_low)))),
        high(sums(x.subspan(std::min(x.size(), n_low)))) {}

  static std::vector<double> sums(std::span<const double> x) {
    std::vector<double> result(std::size_t{1} << x.size());
    for (std::size_t set = 1; set < result.size(); ++set) {
      result[set] = result[set & (set - 1)] + x[static_cast<std::size_t>(std::countr_zero(set))];
    }
    return result;
  }
};

// sum over sets B of w_|B| times the value at B that `combine(high, values)` gives for all B that
// contain `high` of the high classes and any of the low ones. Block by block, in a fixed order.
template <class Combine>
double weighted_sum(std::size_t n_classes, const Combine& combine) {
  const std::vector<double>& weights = hartley_weights(n_classes);
  const std::size_t n_in_block = std::min(n_classes, n_low);
  const std::size_t block = std::size_t{1} << n_in_block;
  const std::size_t n_blocks = std::size_t{1} << (n_classes - n_in_block);
  std::vector<double> values(block), sums(block);
  for (std::size_t high = 0; high < n_blocks; ++high) {
    combine(high, values);
    const auto n_high = static_cast<std::size_t>(std::popcount(high));
    std::array<double, n_low + 1> of_size{};
    for (std::size_t n = 0; n <= n_in_block; ++n) of_size[n] = weights[n + n_high];
    for (std::size_t low = 0; low < block; ++low) {
      sums[low] += of_size[static_cast<std::size_t>(std::popcount(low))] * values[low];
    }
  }
  double sum = 0;
  for (const double x : sums) sum += x;
  return sum;
}

}  // namespace

const std::vector<double>& hartley_weights(std::size_t n_classes) {
  // One class fewer adds two neighbours: only the longest row is integrated.
  static const std::vector<std::vector<double>> tables = [] {
    std::vector<std::vector<double>> rows(most_hartley_classes + 1);
    rows.back().resize(most_hartley_classes + 1);
    for (std::size_t b = 1; b < most_hartley_classes; ++b) {
      rows.back()[b] = hartley_integral(b, most_hartley_classes);
    }
    for (std::size_t k = most_hartley_classes; k-- > 1;) {
      rows[k].resize(k + 1);
      for (std::size_t b = 1; b < k; ++b) rows[k][b] = rows[k + 1][b] + rows[k + 1][b + 1];
    }
    return rows;
  }();
  return tables[n_classes];
}

// log K is the sum for any member in place of the minimum, so that the measure is the sum over sets
// B of w_|B| (p_1(B) - min_m p_m(B)): nothing cancels.
double hull_hartley(const MemberSet& set) {
  if (set.n_members == 1) return 0;
  std::vector<SubsetSums> sums;
  std::vector<double> difference(set.n_classes);
  for (std::size_t m = 1; m < set.n_members; ++m) {
    for (std::size_t k = 0; k < set.n_classes; ++k) {
      difference[k] = set.difference(0, m, k);
    }
    sums.emplace_back(difference);
  }
  return weighted_sum(set.n_classes, [&](std::size_t high, std::vector<double>& values) {
    std::fill(values.begin(), values.end(), 0.0);
    for (const SubsetSums& member : sums) {
      const double shift = member.high[high];
      for (std::size_t low = 0; low < values.size(); ++low) {
        values[low] = std::max(values[low], member.low[low] + shift);
      }
    }
  });
}

// As above with the prediction of greatest entropy p in place of a member:
// p(B) - max(lower(B), 1 - upper(not B)) = min(sum over B of p - lower, sum over not B of upper -
// p).
double interval_hartley(const IntervalSet& set) {
  const std::vector<double> point = interval_maximum(set);
  std::vector<double> above(point.size()), below(point.size());
  for (std::size_t k = 0; k < point.size(); ++k) {
    above[k] = point[k] - set.lower[k];
    below[k] = set.upper[k] - point[k];
  }
  const SubsetSums sums(above), others(below);
  return weighted_sum(set.n_classes(), [&](std::size_t high, std::vector<double>& values) {
    const std::size_t not_high = others.high.size() - 1 - high;
    for (std::size_t low = 0; low < values.size(); ++low) {
      values[low] = std::min(sums.low[low] + sums.high[high],
                             others.low[values.size() - 1 - low] + others.high[not_high]);
    }
  });
}

}  // namespace qualm::detail
