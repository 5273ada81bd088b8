// SPDX-License-Identifier: Apache-2.0
// Average precision, and the same without a row.
#if defined(QUALM_KERNELS_RANK_PRECISION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_RANK_PRECISION_INL_H_
#undef QUALM_KERNELS_RANK_PRECISION_INL_H_
#else
#define QUALM_KERNELS_RANK_PRECISION_INL_H_
#endif

#include "kernels/rank_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// One step: the hits of a group, and what they are hits among.
struct PrecisionStep {
  StripVec hits, found, precision, of_one_fewer;
};

// Calls visit(step, at, own_share, smaller_count) for each step in its order, with what the steps
// before it add up to.
template <class Visit>
HWY_INLINE void walk_precisions(const StripCounts& counts, PrecisionPlace& place, std::size_t strip,
                                const Visit& visit) {
  const StripVec one = hn::Set(StripTag(), 1.0);
  const bool up = place.finds_positives;
  const StripTable& hits_of = up ? counts.positives : counts.negatives;
  const StripTable& misses_of = up ? counts.negatives : counts.positives;
  StripSum found(place.found, strip), called(place.called, strip);
  StripSum own_share(place.own_share, strip), smaller_count(place.smaller_count, strip);
  for (std::size_t i = 0; i < counts.n_steps; ++i) {
    const std::size_t step = up ? i : counts.n_steps - 1 - i;
    const StripVec hits = load(hits_of, step, strip), misses = load(misses_of, step, strip);
    // Where no row is called, there is no hit either.
    const StripVec precision = hn::Div(found.value, hn::Max(called.value, one));
    const StripVec others = hn::Sub(called.value, one);
    const StripVec of_one_fewer =
        hn::IfThenElseZero(hn::Ge(others, one), hn::Div(one, hn::Max(others, one)));
    visit(step, PrecisionStep{hits, found.value, precision, of_one_fewer}, own_share.value,
          smaller_count.value);
    own_share.add(hn::Mul(hits, of_one_fewer));
    smaller_count.add(hn::Mul(hn::Mul(hits, precision), of_one_fewer));
    found.add(hn::Neg(hits));
    called.add(hn::Neg(hn::Add(hits, misses)));
  }
}

// Adds shares of groups that have too many hits for ShareLanes.
inline void add_many(StripVec share, StripVec times, ShareParts& shares) {
  alignas(64) double share_of[n_strips], times_of[n_strips];
  hn::Store(share, StripTag(), share_of);
  hn::Store(times, StripTag(), times_of);
  for (std::size_t i = 0; i < hn::Lanes(StripTag()); ++i) {
    ShareLanes once;
    ShareParts parts;
    once.add(hn::IfThenElseZero(hn::FirstN(StripTag(), 1), hn::Set(StripTag(), share_of[i])));
    once.move_to(parts);
    const auto n = static_cast<std::int64_t>(times_of[i]);
    shares.high += parts.high * n;
    shares.low += parts.low * n;
  }
}

void add_precisions(const StripCounts& counts, PrecisionPlace& place, ShareParts& shares) {
  const StripVec most = hn::Set(StripTag(), 0x1p14);
  for_strips([&](std::size_t strip) QUALM_STRIP_LAMBDA {
    ShareLanes sum;
    walk_precisions(counts, place, strip,
                    [&](std::size_t, const PrecisionStep& at, StripVec, StripVec)
                        QUALM_STRIP_LAMBDA {
                          const auto few = hn::Lt(at.hits, most);
                          sum.add(at.precision, hn::IfThenElseZero(few, at.hits));
                          if (!hn::AllTrue(StripTag(), few)) {
                            add_many(at.precision, hn::IfThenZeroElse(few, at.hits), shares);
                          }
                        });
    sum.move_to(shares);
  });
}

void leave_out_precision(const StripCounts& counts, const PrecisionScale& scale,
                         PrecisionPlace& place, StripValues& values) {
  const StripTag d;
  const StripVec one = hn::Set(d, 1.0);
  StripTable& hit_values = place.finds_positives ? values.of_positives : values.of_negatives;
  StripTable& miss_values = place.finds_positives ? values.of_negatives : values.of_positives;
  for_strips([&](std::size_t strip) QUALM_STRIP_LAMBDA {
    const StripVec area = hn::Set(d, scale.area), of_miss = hn::Set(d, scale.of_miss);
    walk_precisions(
        counts, place, strip,
        [&](std::size_t step, const PrecisionStep& at, StripVec own_share, StripVec smaller_count)
            QUALM_STRIP_LAMBDA {
              // The number of hits times the area is the sum of hits * found/called.
              const StripVec before = hn::Mul(at.hits, at.precision);
              const StripVec without_hit =
                  hn::Mul(hn::Mul(hn::Sub(at.hits, one), hn::Sub(at.found, one)), at.of_one_fewer);
              store(hn::Add(hn::Sub(before, without_hit), hn::Sub(own_share, smaller_count)),
                    hit_values, step, strip);
              const StripVec without_miss = hn::Mul(hn::Mul(at.hits, at.found), at.of_one_fewer);
              const StripVec change = hn::Sub(hn::Sub(before, without_miss), smaller_count);
              store(hn::Add(area, hn::Mul(of_miss, change)), miss_values, step, strip);
            });
  });
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
