// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "evaluation/expectation.h"
#include "evaluation/thinning.h"
#include "evaluation/undefined.h"
#include "qualm/error.h"
#include "qualm/evaluation/rejection.h"

namespace qualm {
namespace {

using evaluation::TiedGroup;

/// n * portion; whole where the rounding of a portion such as 1 - 0.98 may be all that keeps it
/// from being so.
struct Product {
  double value;
  bool is_whole;
};

Product multiply(std::uint64_t n, double portion) {
  const double value = static_cast<double>(n) * portion;
  const double nearest = std::round(value);
  const bool is_whole =
      std::abs(value - nearest) <= std::numeric_limits<double>::epsilon() * static_cast<double>(n);
  return {is_whole ? nearest : value, is_whole};
}

/// The accuracy of the `kept` rows with the lowest scores, for ascending numbers of them.
std::vector<double> accuracies(const Tally& tally, std::span<const std::uint64_t> kept) {
  std::vector<double> result;
  result.reserve(kept.size());
  TiedGroup group{0, 0, 0, 0};
  std::size_t next = 0;
  for (const std::uint64_t k : kept) {
    while (group.rows_below + group.rows < k) {
      group.rows_below += group.rows;
      group.kind_below += group.kind;
      group.kind = tally.negatives[next];
      group.rows = group.kind + tally.positives[next];
      ++next;
    }
    result.push_back(k == 0 ? std::numeric_limits<double>::quiet_NaN()
                            : expected_share(group, k - group.rows_below));
  }
  return result;
}

}  // namespace

std::uint64_t n_rejected(std::uint64_t n_rows, double portion) {
  if (!(portion >= 0 && portion <= 1)) {
    throw_usage(fmt::format("rejected portion {}: give numbers from 0 to 1", portion));
  }
  return static_cast<std::uint64_t>(multiply(n_rows, portion).value);
}

RejectionCurve rejection_curve(const Tally& tally, std::span<const double> portions) {
  const std::uint64_t n = tally.n_rows();
  std::vector<std::uint64_t> kept;
  kept.reserve(portions.size());
  for (const double portion : portions) kept.push_back(n - n_rejected(n, portion));
  std::vector<std::size_t> by_kept(portions.size());
  std::iota(by_kept.begin(), by_kept.end(), std::size_t{0});
  std::sort(by_kept.begin(), by_kept.end(),
            [&](std::size_t a, std::size_t b) { return kept[a] < kept[b]; });
  std::vector<std::uint64_t> ascending;
  ascending.reserve(kept.size());
  for (const std::size_t i : by_kept) ascending.push_back(kept[i]);
  const std::vector<double> values = accuracies(tally, ascending);

  RejectionCurve curve;
  curve.rejected.assign(portions.begin(), portions.end());
  curve.accuracy.resize(portions.size());
  for (std::size_t i = 0; i < values.size(); ++i) curve.accuracy[by_kept[i]] = values[i];
  return curve;
}

std::vector<double> paper_portions() {
  std::vector<double> portions(50);
  for (std::size_t i = 0; i < portions.size(); ++i) portions[i] = static_cast<double>(i) / 50;
  return portions;
}

RejectionCurve exact_rejection_curve(const Tally& tally, std::size_t max_points) {
  if (max_points < 3) throw_usage("a curve needs room for at least 3 points");
  struct Point {
    double x = 0, y = 0;
  };
  const std::uint64_t n = tally.n_rows();
  const auto generate = [&](const auto& visit) {
    TiedGroup group{n, tally.n_negative, 0, 0};
    for (std::size_t i = tally.n_groups(); i-- > 0;) {
      group.kind = tally.negatives[i];
      group.rows = group.kind + tally.positives[i];
      group.rows_below -= group.rows;
      group.kind_below -= group.kind;
      for (std::uint64_t taken = group.rows; taken > 0; --taken) {
        const std::uint64_t rejected = n - group.rows_below - taken;
        if (!visit(Point{static_cast<double>(rejected) / static_cast<double>(n),
                         expected_share(group, taken)})) {
          return;
        }
      }
    }
  };
  const auto [points, tolerance] = evaluation::thin<Point>(max_points, generate);
  RejectionCurve curve;
  curve.deviation = tolerance;
  for (const Point& point : points) {
    curve.rejected.push_back(point.x);
    curve.accuracy.push_back(point.y);
  }
  return curve;
}

Figure accuracy_at_coverage(const Tally& tally, double coverage) {
  if (!(coverage > 0 && coverage <= 1)) {
    throw_usage(fmt::format("coverage {}: give a number above 0, at most 1", coverage));
  }
  const std::uint64_t n = tally.n_rows();
  if (n == 0) return evaluation::undefined("there are no rows");
  const auto [value, is_whole] = multiply(n, coverage);
  const std::uint64_t kept[] = {static_cast<std::uint64_t>(is_whole ? value : std::ceil(value))};
  return evaluation::defined(accuracies(tally, kept)[0]);
}

Figure accuracy(const Tally& tally) {
  return accuracy_at_coverage(tally, 1);
}

}  // namespace qualm
