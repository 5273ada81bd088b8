// SPDX-License-Identifier: Apache-2.0
#include "evaluation/pseudo_values.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "evaluation/distributions.h"
#include "evaluation/risk_sum.h"
#include "evaluation/sums.h"
#include "evaluation/undefined.h"

namespace qualm::evaluation {
namespace {

using kernels::n_strips;
using kernels::StripNumbers;

/// What each strip adds as what lies beyond each, which is what the strips before it add.
std::vector<BeyondStrips> beyond_each(const std::vector<BeyondStrips>& added, bool ascending) {
  std::vector<BeyondStrips> beyond(added.size());
  double own_share = 0, smaller_count = 0;
  const std::size_t n = added.size() * n_strips;
  for (std::size_t step = 0; step < n; ++step) {
    const std::size_t i = ascending ? step : n - 1 - step;
    const std::size_t piece = i / n_strips, strip = i % n_strips;
    beyond[piece].own_share.of[strip] = own_share;
    beyond[piece].smaller_count.of[strip] = smaller_count;
    own_share += added[piece].own_share.of[strip];
    smaller_count += added[piece].smaller_count.of[strip];
  }
  return beyond;
}

/// What the kernels sum up over a piece.
struct PieceSums {
  BeyondStrips added;
  kernels::ShareParts shares;
};

/// All pieces' shares, and what lies beyond each strip.
struct AllSums {
  ShareSum shares;
  std::vector<BeyondStrips> beyond;

  AllSums(const std::vector<PieceSums>& pieces, bool ascending) {
    std::vector<BeyondStrips> added;
    for (const PieceSums& each : pieces) {
      shares.add(each.shares);
      added.push_back(each.added);
    }
    beyond = beyond_each(added, ascending);
  }
};

/// What the trapezoids at both ends add to n times the AURC of the oracle.
double ends_of_optimum(std::uint64_t n_negative, std::uint64_t n_positive) {
  if (n_negative + n_positive == 0) return 0;
  const double first_risk = n_negative == 0 ? 1 : 0;
  return (first_risk - as_double(n_positive) / as_double(n_negative + n_positive)) / 2;
}

double asymptotic_optimum_times_n(std::uint64_t n_negative, std::uint64_t n_positive) {
  const double n = as_double(n_negative + n_positive);
  if (n == 0) return 0;
  const double right = as_double(n_negative) / n;
  return n * (1 - right + (right > 0 ? right * std::log(right) : 0));
}

std::size_t next_with_rows(const Tally& tally, std::size_t group) {
  while (group < tally.n_groups() && tally.negatives[group] + tally.positives[group] == 0) ++group;
  return group;
}

}  // namespace

AurcPseudoValues::AurcPseudoValues(const Tally& tally, AreaRule rule)
    : tally_(tally),
      rule_(rule),
      pieces_(tally),
      lowest_(next_with_rows(tally, 0)),
      second_(next_with_rows(tally, lowest_ + 1)) {
  AllSums sums(pieces_.map([&](const Piece& piece) {
    const Strips strips(tally_, piece);
    kernels::RejectionPlace place = top_of(strips);
    PieceSums of_piece;
    strips.descending([&](const kernels::StripCounts& counts, std::size_t) {
      rank_kernels().add_risks_left_out(counts, place, of_piece.shares);
    });
    of_piece.added = {place.own_share, place.smaller_count};
    return of_piece;
  }),
               false);
  beyond_ = std::move(sums.beyond);
  area_ = area_of(sums.shares, tally, rule);
}

kernels::RejectionPlace AurcPseudoValues::beyond(const Piece& piece, const Strips& strips) const {
  kernels::RejectionPlace place = top_of(strips);
  place.own_share = beyond_[piece.index].own_share;
  place.smaller_count = beyond_[piece.index].smaller_count;
  return place;
}

void AurcPseudoValues::add_ends(const StripGroups& groups, kernels::StripValues& values) const {
  const double n = as_double(tally_.n_rows()), wrong = as_double(tally_.n_positive);
  groups.each([&](std::size_t group, std::size_t i) {
    for (const unsigned kind : {0U, 1U}) {
      const double first = group == lowest_ ? change_of_first_risk(kind) : 0;
      (kind == 1 ? values.of_positives : values.of_negatives).of[i] +=
          (first - wrong / n + (wrong - kind) / (n - 1)) / 2;
    }
  });
}

double AurcPseudoValues::change_of_first_risk(double kind) const {
  const auto risk = [&](std::size_t i, double left_out, double wrong_left_out) {
    const double wrong = tally_.positives[i];
    return (wrong - wrong_left_out) / (wrong + tally_.negatives[i] - left_out);
  };
  const bool is_alone = tally_.positives[lowest_] + tally_.negatives[lowest_] == 1;
  return risk(lowest_, 0, 0) - (is_alone ? risk(second_, 0, 0) : risk(lowest_, 1, kind));
}

OfKinds optimum_pseudo_values(const Tally& tally, AreaRule rule, Optimum optimum) {
  const std::uint64_t right = tally.n_negative, wrong = tally.n_positive;
  if (optimum == Optimum::asymptotic) {
    const double all = asymptotic_optimum_times_n(right, wrong);
    return {right > 0 ? all - asymptotic_optimum_times_n(right - 1, wrong) : 0,
            wrong > 0 ? all - asymptotic_optimum_times_n(right, wrong - 1) : 0};
  }
  // The sum of (k - right)/k over k > right, less the same without a row.
  const double n = as_double(tally.n_rows()), last = as_double(wrong) / n;
  OfKinds values{};
  if (right > 0) {
    const double harmonic = evaluation::digamma(n) - evaluation::digamma(as_double(right));
    values[0] = last - harmonic;
  }
  if (wrong > 0) values[1] = last;
  if (rule == AreaRule::trapezoid) {
    const double ends = ends_of_optimum(right, wrong);
    if (right > 0) values[0] += ends - ends_of_optimum(right - 1, wrong);
    if (wrong > 0) values[1] += ends - ends_of_optimum(right, wrong - 1);
  }
  return values;
}

kernels::PlacementScale PlacementValues::start(const Strips& strips) const {
  kernels::PlacementScale scale;
  for (std::size_t strip = 0; strip < n_strips; ++strip) {
    scale.below.of[strip] = as_double(strips.negatives_below()[strip]);
    scale.above.of[strip] = as_double(tally_.n_positive - strips.positives_below()[strip]);
  }
  scale.of_negative = 1 / as_double(tally_.n_negative);
  scale.of_positive = 1 / as_double(tally_.n_positive);
  return scale;
}

AugrcPseudoValues::AugrcPseudoValues(const Tally& tally, std::uint64_t doubled_u) {
  const std::uint64_t n = tally.n_rows(), wrong = tally.n_positive;
  // n times the area of n rows, but for placements.
  const auto times_n = [&](std::uint64_t rows, std::uint64_t errors) {
    const Int128 doubled = 2 * Int128{errors} * rows - Int128{errors} * errors - Int128{doubled_u};
    return static_cast<double>(doubled) / (2 * as_double(rows));
  };
  const OfKinds others = {as_double(tally.n_positive), as_double(tally.n_negative)};
  for (const unsigned kind : {0U, 1U}) {
    if (kind == 1 && wrong == 0) continue;
    shift[kind] = times_n(n, wrong) - times_n(n - 1, wrong - kind);
    factor[kind] = -others[kind] / as_double(n - 1);
  }
}

PrecisionPseudoValues::PrecisionPseudoValues(const Tally& tally, Target target)
    : tally_(tally), finds_positives_(target == Target::positives), pieces_(tally) {
  AllSums sums(pieces_.map([&](const Piece& piece) {
    const Strips strips(tally_, piece);
    kernels::PrecisionPlace place = start(strips);
    PieceSums of_piece;
    each(strips, [&](const kernels::StripCounts& counts, std::size_t) {
      rank_kernels().add_precisions(counts, place, of_piece.shares);
    });
    of_piece.added = {place.own_share, place.smaller_count};
    return of_piece;
  }),
               finds_positives_);
  beyond_ = std::move(sums.beyond);
  const double n_positive = as_double(tally_.n_positive), n_negative = as_double(tally_.n_negative);
  const double n_hits = finds_positives_ ? n_positive : n_negative;
  const double n_misses = finds_positives_ ? n_negative : n_positive;
  area_ = sums.shares.value() / n_hits;
  scale_ = {area_, (n_misses - 1) / n_hits};
}

kernels::PrecisionPlace PrecisionPseudoValues::start(const Strips& strips) const {
  const Strips::Rows &negatives = strips.negatives_below(), &positives = strips.positives_below();
  kernels::PrecisionPlace place;
  place.finds_positives = finds_positives_;
  for (std::size_t strip = 0; strip < n_strips; ++strip) {
    const std::uint64_t found =
        finds_positives_ ? tally_.n_positive - positives[strip] : negatives[strip + 1];
    const std::uint64_t others =
        finds_positives_ ? tally_.n_negative - negatives[strip] : positives[strip + 1];
    place.found.of[strip] = as_double(found);
    place.called.of[strip] = as_double(found + others);
  }
  return place;
}

}  // namespace qualm::evaluation
