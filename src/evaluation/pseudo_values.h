// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "evaluation/pieces.h"
#include "evaluation/sums.h"
#include "qualm/evaluation/detection.h"
#include "qualm/evaluation/rejection.h"

namespace qualm::evaluation {

/// The jackknife's pseudo-values n T - (n - 1) T(without that row) of a row of a group of equal
/// scores: index 0 of a negative row, 1 of a positive one. Finite, but without meaning for a kind
/// that the group does not have.
using PseudoValues = std::array<double, 2>;

/// An area is a sum of shares: hits among the rows up to a place. Without a row, the shares of all
/// places beyond it change. How much, summed up over those places:
struct LeftOut {
  double own_share = 0;      ///< if the row is a hit: it is no longer counted
  double smaller_count = 0;  ///< whatever it is: the others count among fewer

  void add(const LeftOut& more) noexcept {
    own_share += more.own_share;
    smaller_count += more.smaller_count;
  }
};

/// Of AURC: n AURC is the sum of E(k)/k; a row that is left out changes its own group's terms, and
/// moves those above it down one place. Needs two rows. The tally must outlive it.
class AurcPseudoValues {
 public:
  AurcPseudoValues(const Tally& tally, AreaRule rule);
  [[nodiscard]] const Pieces& pieces() const noexcept { return pieces_; }
  /// Calls visit(group, pseudo_values) for the groups that have rows.
  template <class Visit>
  void visit(const Piece& piece, const Visit& visit) const;

 private:
  [[nodiscard]] double change_of_first_risk(std::size_t group, double kind) const;
  /// Visits groups from the highest score down; calls visit(group, rows, of_rows, wrong, left_out),
  /// with rows and wrong rows up to and including the group, of_rows being 1/rows.
  template <class Visit>
  LeftOut walk(const Piece& piece, LeftOut beyond, const Visit& visit) const;

  const Tally& tally_;
  AreaRule rule_;
  Pieces pieces_;
  std::vector<LeftOut> beyond_;          // each piece
  std::size_t lowest_ = 0, second_ = 0;  // groups with rows
};

/// What E-AURC takes off AURC, as pseudo-values: its optimum knows only how many rows are wrong.
[[nodiscard]] PseudoValues optimum_pseudo_values(const Tally& tally, AreaRule rule,
                                                 Optimum optimum);

/// Of AUGRC, see AurcPseudoValues.
class AugrcPseudoValues {
 public:
  explicit AugrcPseudoValues(const Tally& tally);
  [[nodiscard]] const Pieces& pieces() const noexcept { return pieces_; }
  template <class Visit>
  void visit(const Piece& piece, const Visit& visit) const;

 private:
  const Tally& tally_;
  Pieces pieces_;
  std::uint64_t doubled_u_;
};

/// Of the average precision when one kind's rows are left out in turn and the other kind stays, so
/// that n is that kind's number of rows. Needs two rows of either kind.
class PrecisionPseudoValues {
 public:
  PrecisionPseudoValues(const Tally& tally, Target target);
  [[nodiscard]] const Pieces& pieces() const noexcept { return pieces_; }
  [[nodiscard]] double area() const noexcept { return area_; }
  template <class Visit>
  void visit(const Piece& piece, const Visit& visit) const;

 private:
  /// Visits groups from the threshold that calls most rows; calls visit(group, hits, found,
  /// precision, of_one_fewer, left_out): the group's hits, all at its threshold, their share of the
  /// rows called, and 1/(rows called - 1), 0 if that is one row.
  template <class Visit>
  LeftOut walk(const Piece& piece, LeftOut beyond, const Visit& visit) const;

  const Tally& tally_;
  bool finds_positives_;
  Pieces pieces_;
  std::vector<LeftOut> beyond_;
  double area_ = 0;
};

template <class Visit>
LeftOut AurcPseudoValues::walk(const Piece& piece, LeftOut beyond, const Visit& visit) const {
  double rows = as_double(piece.negatives_up_to + piece.positives_up_to);
  double wrong = as_double(piece.positives_up_to), of_rows = 1 / rows;
  for (std::size_t i = piece.last; i-- > piece.first;) {
    const double errors = tally_.positives[i], size = errors + tally_.negatives[i];
    if (size == 0) continue;
    visit(i, rows, of_rows, wrong, beyond);
    const double below = rows - size, wrong_below = wrong - errors;
    // Places k of the group from the last one down: E(k) is linear, and 1/k the 1/(k - 1) of the
    // place before.
    const double slope = size == 1 ? errors : errors / size;
    double errors_up_to = wrong;
    for (double k = rows; k > below && k > 1; --k) {
      const double of_fewer = 1 / (k - 1);
      beyond.own_share += of_fewer;
      beyond.smaller_count += errors_up_to * (of_rows * of_fewer);
      errors_up_to -= slope;
      of_rows = of_fewer;
    }
    rows = below;
    wrong = wrong_below;
  }
  return beyond;
}

template <class Visit>
void AurcPseudoValues::visit(const Piece& piece, const Visit& visit) const {
  const double n = as_double(tally_.n_rows()), all_wrong = as_double(tally_.n_positive);
  const auto on = [&](std::size_t i, double rows, double of_rows, double wrong,
                      const LeftOut& beyond) {
    const double errors = tally_.positives[i], size = errors + tally_.negatives[i];
    const double below = rows - size, wrong_below = wrong - errors;
    PseudoValues values{};
    if (size == 1) {  // its kind is that of the one row
      values[0] = errors + (wrong_below - below * errors) * of_rows + errors * beyond.own_share -
                  beyond.smaller_count;
      values[1] = values[0];
    } else {
      double harmonic = 0;  // sum of 1/k over the group's k but the last
      for (double k = below + 1; k < rows; ++k) harmonic += 1 / k;
      for (const unsigned kind : {0U, 1U}) {
        // The group's own terms E(k)/k, E linear, before and after.
        const double slope_after = (errors - kind) / (size - 1);
        values[kind] = kind + wrong_below * of_rows -
                       below * (errors / size * (harmonic + of_rows) - slope_after * harmonic) +
                       kind * beyond.own_share - beyond.smaller_count;
      }
    }
    if (rule_ == AreaRule::trapezoid) {
      for (const unsigned kind : {0U, 1U}) {
        values[kind] +=
            (change_of_first_risk(i, kind) - all_wrong / n + (all_wrong - kind) / (n - 1)) / 2;
      }
    }
    visit(i, values);
  };
  static_cast<void>(walk(piece, beyond_[piece.index], on));
}

template <class Visit>
void AugrcPseudoValues::visit(const Piece& piece, const Visit& visit) const {
  const std::uint64_t n = tally_.n_rows(), wrong = tally_.n_positive, u = doubled_u_;
  // n times the area of n rows; integers up to the division, at most n^2.
  const auto times_n = [](std::uint64_t rows, std::uint64_t errors, std::uint64_t doubled) {
    return static_cast<double>(2 * errors * rows - errors * errors - doubled) /
           (2 * as_double(rows));
  };
  const double all = times_n(n, wrong, u);
  std::uint64_t right_below = piece.negatives_up_to, wrong_above = wrong - piece.positives_up_to;
  for (std::size_t i = piece.last; i-- > piece.first;) {
    const std::uint64_t negatives = tally_.negatives[i], positives = tally_.positives[i];
    right_below -= negatives;
    if (negatives + positives > 0) {
      PseudoValues values{};
      if (negatives > 0) values[0] = all - times_n(n - 1, wrong, u - (2 * wrong_above + positives));
      if (positives > 0) {
        values[1] = all - times_n(n - 1, wrong - 1, u - (2 * right_below + negatives));
      }
      visit(i, values);
    }
    wrong_above += positives;
  }
}

template <class Visit>
LeftOut PrecisionPseudoValues::walk(const Piece& piece, LeftOut beyond, const Visit& visit) const {
  const Counts& hits = finds_positives_ ? tally_.positives : tally_.negatives;
  const Counts& misses = finds_positives_ ? tally_.negatives : tally_.positives;
  const bool up = finds_positives_;
  double found = as_double(up ? tally_.n_positive - piece.positives_below : piece.negatives_up_to);
  double called =
      found + as_double(up ? tally_.n_negative - piece.negatives_below : piece.positives_up_to);
  for (std::size_t step = 0; step < piece.last - piece.first; ++step) {
    const std::size_t i = up ? piece.first + step : piece.last - 1 - step;
    const double group_hits = hits[i], size = group_hits + misses[i];
    if (size == 0) continue;
    const double precision = found / called, of_one_fewer = called > 1 ? 1 / (called - 1) : 0;
    visit(i, group_hits, found, precision, of_one_fewer, beyond);
    beyond.own_share += group_hits * of_one_fewer;
    beyond.smaller_count += group_hits * precision * of_one_fewer;
    found -= group_hits;
    called -= size;
  }
  return beyond;
}

template <class Visit>
void PrecisionPseudoValues::visit(const Piece& piece, const Visit& visit) const {
  const double n_positive = as_double(tally_.n_positive), n_negative = as_double(tally_.n_negative);
  const double n_hits = finds_positives_ ? n_positive : n_negative;
  const double others = (finds_positives_ ? n_negative : n_positive) - 1;
  const double of_miss_scale = others / n_hits;
  const auto on = [&](std::size_t i, double hits, double found, double precision,
                      double of_one_fewer, const LeftOut& beyond) {
    // n_hits times the area is the sum of hits * found/called.
    const double before = hits * precision;
    const double of_hit =
        before - (hits - 1) * (found - 1) * of_one_fewer + beyond.own_share - beyond.smaller_count;
    const double of_miss =
        area_ + of_miss_scale * (before - hits * found * of_one_fewer - beyond.smaller_count);
    visit(i, finds_positives_ ? PseudoValues{of_miss, of_hit} : PseudoValues{of_hit, of_miss});
  };
  static_cast<void>(walk(piece, beyond_[piece.index], on));
}

}  // namespace qualm::evaluation
