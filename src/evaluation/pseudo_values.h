// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "evaluation/pieces.h"
#include "evaluation/spread.h"
#include "evaluation/strips.h"
#include "qualm/evaluation/detection.h"
#include "qualm/evaluation/rejection.h"

namespace qualm::evaluation {

// The jackknife's pseudo-values n T - (n - 1) T(without that row), one for either kind of row of a
// group of equal scores. Finite, but without meaning for a kind that the group does not have.
// An area is a sum of shares: hits among the rows up to a place. Without a row, the shares of all
// places beyond it change. How much, summed up over those places, is
//   own_share      if the row is a hit: it is no longer counted
//   smaller_count  whatever it is: the others count among fewer

/// Groups that are worked on at a time.
struct StripGroups {
  const Strips& strips;
  const kernels::StripCounts& counts;
  std::size_t first_step;

  /// Calls visit(group, index into the tables) for each group.
  template <class Visit>
  void each(const Visit& visit) const {
    for (std::size_t i = 0; i < counts.n_steps * kernels::n_strips; ++i) {
      const std::size_t strip = i % kernels::n_strips, step = first_step + i / kernels::n_strips;
      if (strips.has(strip, step)) visit(strips.group(strip, step), i);
    }
  }
};

/// One number for either kind: index 0 for negatives, 1 for positives.
using OfKinds = std::array<double, 2>;

/// Sums over the places beyond each strip of a piece.
struct BeyondStrips {
  kernels::StripNumbers own_share, smaller_count;
};

/// Of AURC: n AURC is the sum of E(k)/k; a row that is left out changes its own group's terms, and
/// moves those above it down one place. Needs two rows. The tally must outlive it.
class AurcPseudoValues {
 public:
  AurcPseudoValues(const Tally& tally, AreaRule rule);
  [[nodiscard]] const Pieces& pieces() const noexcept { return pieces_; }
  [[nodiscard]] const Figure& area() const noexcept { return area_; }
  /// Calls visit(groups, values), a few groups at a time.
  template <class Visit>
  void visit(const Piece& piece, const Visit& visit) const {
    const Strips strips(tally_, piece);
    kernels::RejectionPlace place = beyond(piece, strips);
    kernels::StripValues values;
    strips.descending([&](const kernels::StripCounts& counts, std::size_t first_step) {
      rank_kernels().leave_out_risk(counts, place, values);
      const StripGroups groups{strips, counts, first_step};
      if (rule_ == AreaRule::trapezoid) add_ends(groups, values);
      visit(groups, values);
    });
  }

 private:
  [[nodiscard]] kernels::RejectionPlace beyond(const Piece& piece, const Strips& strips) const;
  void add_ends(const StripGroups& groups, kernels::StripValues& values) const;
  [[nodiscard]] double change_of_first_risk(double kind) const;

  const Tally& tally_;
  AreaRule rule_;
  Pieces pieces_;
  Figure area_;
  std::vector<BeyondStrips> beyond_;     // each piece
  std::size_t lowest_ = 0, second_ = 0;  // groups with rows
};

/// What E-AURC takes off AURC, as pseudo-values: its optimum knows only how many rows are wrong.
[[nodiscard]] OfKinds optimum_pseudo_values(const Tally& tally, AreaRule rule, Optimum optimum);

/// Placements of rows, as shares of the other kind's rows; their mean over either kind is the
/// AUROC. Needs rows of both kinds.
class PlacementValues {
 public:
  explicit PlacementValues(const Tally& tally) : tally_(tally), pieces_(tally) {}
  [[nodiscard]] const Pieces& pieces() const noexcept { return pieces_; }
  template <class Visit>
  void visit(const Piece& piece, const Visit& visit) const {
    const Strips strips(tally_, piece);
    kernels::PlacementScale scale = start(strips);
    kernels::StripValues values;
    strips.ascending([&](const kernels::StripCounts& counts, std::size_t first_step) {
      rank_kernels().placements(counts, scale, values);
      visit(StripGroups{strips, counts, first_step}, values);
    });
  }

 private:
  [[nodiscard]] kernels::PlacementScale start(const Strips& strips) const;

  const Tally& tally_;
  Pieces pieces_;
};

/// Pseudo-values of AUGRC as functions of placements: shift + factor * placement.
struct AugrcPseudoValues {
  OfKinds shift{}, factor{};

  /// Needs two rows.
  AugrcPseudoValues(const Tally& tally, std::uint64_t doubled_u);
};

/// Of the average precision when one kind's rows are left out in turn and the other kind stays, so
/// that n is that kind's number of rows. Needs two rows of either kind.
class PrecisionPseudoValues {
 public:
  PrecisionPseudoValues(const Tally& tally, Target target);
  [[nodiscard]] const Pieces& pieces() const noexcept { return pieces_; }
  [[nodiscard]] double area() const noexcept { return area_; }
  template <class Visit>
  void visit(const Piece& piece, const Visit& visit) const {
    const Strips strips(tally_, piece);
    kernels::PrecisionPlace place = start(strips);
    place.own_share = beyond_[piece.index].own_share;
    place.smaller_count = beyond_[piece.index].smaller_count;
    kernels::StripValues values;
    each(strips, [&](const kernels::StripCounts& counts, std::size_t first_step) {
      rank_kernels().leave_out_precision(counts, scale_, place, values);
      visit(StripGroups{strips, counts, first_step}, values);
    });
  }

 private:
  [[nodiscard]] kernels::PrecisionPlace start(const Strips& strips) const;
  template <class Work>
  void each(const Strips& strips, const Work& work) const {
    finds_positives_ ? strips.ascending(work) : strips.descending(work);
  }

  const Tally& tally_;
  bool finds_positives_;
  Pieces pieces_;
  std::vector<BeyondStrips> beyond_;  // each piece
  double area_ = 0;
  kernels::PrecisionScale scale_;
};

/// What values contribute, about a number near their mean.
template <class Values>
[[nodiscard]] KindContributions contributions_of(const Values& all, double near_mean) {
  return all.pieces().sum(KindContributions(near_mean), [&](const Piece& piece) {
    kernels::PowerSums negatives, positives;
    all.visit(piece, [&](const StripGroups& groups, const kernels::StripValues& values) {
      const auto& counts = groups.counts;
      const auto add = rank_kernels().add_powers;
      add(counts.negatives, values.of_negatives, counts.n_steps, near_mean, negatives);
      add(counts.positives, values.of_positives, counts.n_steps, near_mean, positives);
    });
    return KindContributions(Contributions(near_mean, negatives),
                             Contributions(near_mean, positives));
  });
}

}  // namespace qualm::evaluation
