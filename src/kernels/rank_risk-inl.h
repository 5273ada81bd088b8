// SPDX-License-Identifier: Apache-2.0
// The risk E(k)/k of the k rows with the lowest scores, and the same without a row. Within a group
// of equal scores E is linear.
#if defined(QUALM_KERNELS_RANK_RISK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_RANK_RISK_INL_H_
#undef QUALM_KERNELS_RANK_RISK_INL_H_
#else
#define QUALM_KERNELS_RANK_RISK_INL_H_
#endif

#include <algorithm>

#include "kernels/rank_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// Groups with more rows take all lanes, one after the other.
inline constexpr double most_rows_a_lane = 512;

// Sums over the places k of a group.
struct GroupSums {
  StripVec own_share;      // 1 / (k - 1)
  StripVec smaller_count;  // E(k)/k / (k - 1)
  StripVec harmonic;       // 1 / (k - 1), but of the lowest place

  HWY_INLINE GroupSums()
      : own_share(hn::Zero(StripTag())), smaller_count(own_share), harmonic(own_share) {}
};

// The part of a group that lies in one lane.
struct TiedRows {
  double below, wrong_below, size, slope;
};
struct TiedSums {
  double own_share = 0, smaller_count = 0, harmonic = 0;
};

// The same of one group, lanes being places. Eight sums, whatever the width of a vector.
template <bool with_shares, bool with_left_out>
HWY_NOINLINE TiedSums sum_tied(const TiedRows& rows, ShareParts* shares) {
  const StripTag d;
  const StripVec one = hn::Set(d, 1.0), step = hn::Set(d, static_cast<double>(n_strips));
  const StripVec size = hn::Set(d, rows.size), below = hn::Set(d, rows.below);
  const StripVec slope = hn::Set(d, rows.slope), wrong_below = hn::Set(d, rows.wrong_below);
  StripNumbers own_share, smaller_count;
  for_strips([&](std::size_t strip) QUALM_STRIP_LAMBDA {
    StripSum own(own_share, strip), smaller(smaller_count, strip);
    StripVec taken = hn::Iota(d, static_cast<double>(strip + 1));
    ShareLanes sum;
    constexpr std::size_t terms_at_a_time = std::size_t{1} << 20U;
    std::size_t n_terms = 0;
    const auto n_steps = static_cast<std::size_t>((rows.size + n_strips - 1) / n_strips);
    for (std::size_t i = 0; i < n_steps; ++i, taken = hn::Add(taken, step)) {
      const auto is_row = hn::Le(taken, size);
      const StripVec k = hn::Add(below, taken);
      const StripVec errors = hn::Add(wrong_below, hn::Mul(slope, taken));
      const StripVec risk = hn::IfThenElseZero(is_row, hn::Div(errors, k));
      if constexpr (with_shares) {
        sum.add(risk);
        if (++n_terms == terms_at_a_time) {
          sum.move_to(*shares);
          n_terms = 0;
        }
      }
      if constexpr (with_left_out) {
        const StripVec fewer = hn::Sub(k, one);
        const StripVec of_fewer = hn::IfThenElseZero(hn::And(is_row, hn::Ge(fewer, one)),
                                                     hn::Div(one, hn::Max(fewer, one)));
        own.add(of_fewer);
        smaller.add(hn::Mul(risk, of_fewer));
      }
    }
    if constexpr (with_shares) sum.move_to(*shares);
  });
  TiedSums sums;
  for (std::size_t i = 0; i < n_strips; ++i) {
    sums.own_share += own_share.of[i];
    sums.smaller_count += smaller_count.of[i];
  }
  sums.harmonic = sums.own_share - (rows.below > 0 ? 1 / rows.below : 0);
  return sums;
}

// A group in each lane.
struct RiskStep {
  StripVec errors, size;        // of the group
  StripVec rows, below;         // up to and including the group, and below it
  StripVec wrong_below, slope;  // E(k) = wrong_below + slope (k - below)
  StripVec of_rows;             // 1 / rows
  bool has_ties;
};

// Sums over the places of the group of each lane. `of_rows` becomes 1 / (rows below).
template <bool with_shares, bool with_left_out>
HWY_INLINE GroupSums sum_group(const RiskStep& at, StripVec& of_rows, ShareLanes& sum,
                               ShareParts* shares) {
  const StripTag d;
  const StripVec one = hn::Set(d, 1.0);
  GroupSums sums;
  const auto is_long = hn::Gt(at.size, hn::Set(d, most_rows_a_lane));
  StripVec taken = hn::IfThenZeroElse(is_long, at.size);
  StripVec k = at.rows;
  do {
    const auto is_row = hn::Ge(taken, one);
    const StripVec errors = hn::Add(at.wrong_below, hn::Mul(at.slope, taken));
    StripVec risk;
    if constexpr (with_shares) {
      risk = hn::IfThenElseZero(is_row, hn::Div(errors, hn::Max(k, one)));
      sum.add(risk);
    }
    if constexpr (with_left_out) {
      const StripVec fewer = hn::Sub(k, one);
      const StripVec of_fewer = hn::IfThenElseZero(hn::And(is_row, hn::Ge(fewer, one)),
                                                   hn::Div(one, hn::Max(fewer, one)));
      if constexpr (!with_shares) risk = hn::IfThenElseZero(is_row, hn::Mul(errors, of_rows));
      sums.own_share = hn::Add(sums.own_share, of_fewer);
      sums.smaller_count = hn::Add(sums.smaller_count, hn::Mul(risk, of_fewer));
      sums.harmonic = hn::Add(sums.harmonic, hn::IfThenElseZero(hn::Gt(taken, one), of_fewer));
      of_rows = hn::IfThenElse(is_row, of_fewer, of_rows);
    }
    taken = hn::Sub(taken, hn::IfThenElseZero(is_row, one));
    k = hn::Sub(k, hn::IfThenElseZero(is_row, one));
  } while (!hn::AllTrue(d, hn::Lt(taken, one)));
  if (hn::AllFalse(d, is_long)) return sums;

  alignas(64) double size[n_strips], below[n_strips], wrong_below[n_strips], slope[n_strips];
  alignas(64) double own_share[n_strips], smaller_count[n_strips], harmonic[n_strips];
  hn::Store(at.size, d, size);
  hn::Store(at.below, d, below);
  hn::Store(at.wrong_below, d, wrong_below);
  hn::Store(at.slope, d, slope);
  hn::Store(sums.own_share, d, own_share);
  hn::Store(sums.smaller_count, d, smaller_count);
  hn::Store(sums.harmonic, d, harmonic);
  for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) {
    if (!(size[lane] > most_rows_a_lane)) continue;
    const TiedSums tied = sum_tied<with_shares, with_left_out>(
        {below[lane], wrong_below[lane], size[lane], slope[lane]}, shares);
    own_share[lane] = tied.own_share;
    smaller_count[lane] = tied.smaller_count;
    harmonic[lane] = tied.harmonic;
  }
  of_rows = hn::IfThenElse(
      is_long, hn::IfThenElseZero(hn::Ge(at.below, one), hn::Div(one, hn::Max(at.below, one))),
      of_rows);
  sums.own_share = hn::Load(d, own_share);
  sums.smaller_count = hn::Load(d, smaller_count);
  sums.harmonic = hn::Load(d, harmonic);
  return sums;
}

// Calls visit(step, at, sums, own_share, smaller_count) for each step from the last one down, with
// what the steps before it add up to.
template <bool with_shares, bool with_left_out, class Visit>
HWY_INLINE void walk_risks(const StripCounts& counts, RejectionPlace& place, std::size_t strip,
                           ShareParts* shares, const Visit& visit) {
  const StripTag d;
  const StripVec one = hn::Set(d, 1.0);
  StripSum rows(place.rows, strip), wrong(place.wrong, strip), of_rows(place.of_rows, strip);
  StripSum own_share(place.own_share, strip), smaller_count(place.smaller_count, strip);
  ShareLanes sum;
  for (std::size_t step = counts.n_steps; step-- > 0;) {
    const StripVec errors = load(counts.positives, step, strip);
    const StripVec size = hn::Add(errors, load(counts.negatives, step, strip));
    const bool has_ties = !hn::AllTrue(d, hn::Le(size, one));
    // Made of values: its default constructor would not be compiled for the instruction set.
    const RiskStep at{errors,
                      size,
                      rows.value,
                      hn::Sub(rows.value, size),
                      hn::Sub(wrong.value, errors),
                      has_ties ? hn::Div(errors, hn::Max(size, one)) : errors,
                      of_rows.value,
                      has_ties};
    const GroupSums sums = sum_group<with_shares, with_left_out>(at, of_rows.value, sum, shares);
    visit(step, at, sums, own_share.value, smaller_count.value);
    own_share.add(sums.own_share);
    smaller_count.add(sums.smaller_count);
    rows.value = at.below;
    wrong.value = at.wrong_below;
  }
  if constexpr (with_shares) sum.move_to(*shares);
}

template <bool with_left_out>
HWY_INLINE void add_all_risks(const StripCounts& counts, RejectionPlace& place,
                              ShareParts& shares) {
  for_strips([&](std::size_t strip) QUALM_STRIP_LAMBDA {
    walk_risks<true, with_left_out>(counts, place, strip, &shares,
                                    [](std::size_t, const RiskStep&, const GroupSums&, StripVec,
                                       StripVec) QUALM_STRIP_LAMBDA {});
  });
}

void add_risks(const StripCounts& counts, RejectionPlace& place, ShareParts& shares) {
  add_all_risks<false>(counts, place, shares);
}

void add_risks_left_out(const StripCounts& counts, RejectionPlace& place, ShareParts& shares) {
  add_all_risks<true>(counts, place, shares);
}

void leave_out_risk(const StripCounts& counts, RejectionPlace& place, StripValues& values) {
  const StripTag d;
  const StripVec zero = hn::Zero(d), one = hn::Set(d, 1.0);
  for_strips([&](std::size_t strip) QUALM_STRIP_LAMBDA {
    walk_risks<false, true>(
        counts, place, strip, nullptr,
        [&](std::size_t step, const RiskStep& at, const GroupSums& sums, StripVec own_share,
            StripVec smaller_count) QUALM_STRIP_LAMBDA {
          // Of the group's own terms E(k)/k, E linear, before and after.
          const StripVec before = hn::Mul(at.slope, hn::Add(sums.harmonic, at.of_rows));
          const StripVec common = hn::Sub(hn::Mul(at.wrong_below, at.of_rows), smaller_count);
          const auto value = [&](StripVec kind) QUALM_STRIP_LAMBDA {
            StripVec own = before;
            if (at.has_ties) {
              const StripVec after = hn::Mul(hn::Sub(at.errors, kind), sums.harmonic);
              own = hn::Sub(own, hn::Div(after, hn::Max(hn::Sub(at.size, one), one)));
            }
            own = hn::Mul(at.below, own);
            return hn::Add(hn::Sub(common, own), hn::Mul(kind, hn::Add(own_share, one)));
          };
          store(value(zero), values.of_negatives, step, strip);
          store(value(one), values.of_positives, step, strip);
        });
  });
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
