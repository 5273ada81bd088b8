// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "evaluation/expectation.h"
#include "evaluation/pieces.h"
#include "evaluation/thinning.h"
#include "evaluation/undefined.h"
#include "qualm/error.h"
#include "qualm/evaluation/rejection.h"

namespace qualm {
namespace {

using evaluation::Piece;
using evaluation::Pieces;
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

/// Groups of a tally from the lowest score up, as those that tie.
class AscendingGroups {
 public:
  explicit AscendingGroups(const Tally& tally) : tally_(tally), pieces_(tally) {}

  /// The group with the k-th row; k must not be less than the time before.
  const TiedGroup& with_row(std::uint64_t k) {
    if (group_.rows_below + group_.rows >= k) return group_;
    if (const Piece& piece = pieces_.with_row(k); piece.first > next_) {
      next_ = piece.first;
      group_ = {piece.negatives_below + piece.positives_below, piece.negatives_below, 0, 0};
    }
    while (group_.rows_below + group_.rows < k) {
      group_.rows_below += group_.rows;
      group_.kind_below += group_.kind;
      group_.kind = tally_.negatives[next_];
      group_.rows = group_.kind + tally_.positives[next_];
      ++next_;
    }
    return group_;
  }

 private:
  const Tally& tally_;
  Pieces pieces_;
  TiedGroup group_{0, 0, 0, 0};
  std::size_t next_ = 0;
};

/// The accuracy of the `kept` rows with the lowest scores, for ascending numbers of them.
std::vector<double> accuracies(const Tally& tally, std::span<const std::uint64_t> kept) {
  std::vector<double> result;
  result.reserve(kept.size());
  AscendingGroups groups(tally);
  for (const std::uint64_t k : kept) {
    if (k == 0) {
      result.push_back(std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const TiedGroup& group = groups.with_row(k);
    result.push_back(expected_share(group, k - group.rows_below));
  }
  return result;
}

/// Numbers of rows to keep, from all of n down to one, so close that the accuracy changes by at
/// most `step` from one to the next: when rows from k' to k come in, it changes by at most
/// (k - k')/k'.
std::vector<std::uint64_t> kept_by_steps(std::uint64_t n, double step) {
  std::vector<std::uint64_t> kept;
  for (std::uint64_t k = n; k > 0;) {
    kept.push_back(k);
    k = std::min(k - 1, static_cast<std::uint64_t>(std::ceil(static_cast<double>(k) / (1 + step))));
  }
  return kept;
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
  // Of millions of points most can be left out before any is looked at twice.
  constexpr double step = 0x1p-14;
  const std::vector<std::uint64_t> kept = kept_by_steps(n, step);
  const auto pieces = Pieces(tally).map([&](const Piece& piece) {
    const std::uint64_t below = piece.negatives_below + piece.positives_below;
    const auto is_above = [](std::uint64_t k, std::uint64_t row) { return k > row; };
    const auto last = std::lower_bound(kept.begin(), kept.end(), below, is_above);
    auto k = std::lower_bound(kept.begin(), last, piece.negatives_up_to + piece.positives_up_to,
                              is_above);
    TiedGroup group{piece.negatives_up_to + piece.positives_up_to, piece.negatives_up_to, 0, 0};
    std::vector<Point> points;
    points.reserve(static_cast<std::size_t>(last - k));
    for (std::size_t i = piece.last; k != last; ++k) {
      while (*k <= group.rows_below) {
        --i;
        group.kind = tally.negatives[i];
        group.rows = group.kind + tally.positives[i];
        group.rows_below -= group.rows;
        group.kind_below -= group.kind;
      }
      points.push_back({static_cast<double>(n - *k) / static_cast<double>(n),
                        expected_share(group, *k - group.rows_below)});
    }
    return points;
  });
  const auto generate = [&](const auto& visit) {
    for (std::size_t i = pieces.size(); i-- > 0;) {
      for (const Point& point : pieces[i]) {
        if (!visit(point)) return;
      }
    }
  };
  const auto [points, tolerance] = evaluation::thin<Point>(max_points, generate);
  RejectionCurve curve;
  curve.deviation = tolerance + (kept.size() < n ? step : 0);
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
