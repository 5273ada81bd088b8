// SPDX-License-Identifier: Apache-2.0
// Compiled once for each instruction set.
#include "kernels/instruction_sets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/rank_strips.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h has to come first.
#include <hwy/highway.h>

#include <iterator>

#include "kernels/rank_precision-inl.h"
#include "kernels/rank_risk-inl.h"
#include "kernels/rank_strips.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

void widen(const std::uint8_t* HWY_RESTRICT counts, std::size_t n, double* HWY_RESTRICT to) {
  const StripTag d;
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t i = 0; i < n; ++i) to[i] = counts[i];
  static_cast<void>(d);
#else
  const hn::Rebind<std::int32_t, StripTag> integers;
  const hn::Rebind<std::uint8_t, StripTag> bytes;
  for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
    const auto integer = hn::PromoteTo(integers, hn::LoadU(bytes, counts + i));
    hn::Store(hn::PromoteTo(d, integer), d, to + i);
  }
#endif
}

void add_placements(const StripCounts& counts, PlacementSums& sums) {
  for_strips([&](std::size_t strip) QUALM_STRIP_LAMBDA {
    StripSum below(sums.below, strip), above(sums.above, strip);
    StripSum sum_n(sums.sum_of_negatives, strip), squares_n(sums.squares_of_negatives, strip);
    StripSum sum_p(sums.sum_of_positives, strip), squares_p(sums.squares_of_positives, strip);
    for (std::size_t step = 0; step < counts.n_steps; ++step) {
      const StripVec negatives = load(counts.negatives, step, strip);
      const StripVec positives = load(counts.positives, step, strip);
      above.add(hn::Neg(positives));
      const StripVec of_positive = hn::Add(hn::Add(below.value, below.value), negatives);
      const StripVec of_negative = hn::Add(hn::Add(above.value, above.value), positives);
      const StripVec all_p = hn::Mul(of_positive, positives);
      const StripVec all_n = hn::Mul(of_negative, negatives);
      sum_p.add(all_p);
      squares_p.add(hn::Mul(all_p, of_positive));
      sum_n.add(all_n);
      squares_n.add(hn::Mul(all_n, of_negative));
      below.add(negatives);
    }
  });
}

void placements(const StripCounts& counts, PlacementScale& scale, StripValues& values) {
  const StripTag d;
  const StripVec half = hn::Set(d, 0.5);
  for_strips([&](std::size_t strip) QUALM_STRIP_LAMBDA {
    const StripVec of_negative = hn::Set(d, scale.of_negative);
    const StripVec of_positive = hn::Set(d, scale.of_positive);
    StripSum below(scale.below, strip), above(scale.above, strip);
    for (std::size_t step = 0; step < counts.n_steps; ++step) {
      const StripVec negatives = load(counts.negatives, step, strip);
      const StripVec positives = load(counts.positives, step, strip);
      above.add(hn::Neg(positives));
      store(hn::Mul(hn::Add(below.value, hn::Mul(negatives, half)), of_negative),
            values.of_positives, step, strip);
      store(hn::Mul(hn::Add(above.value, hn::Mul(positives, half)), of_positive),
            values.of_negatives, step, strip);
      below.add(negatives);
    }
  });
}

void add_powers(const StripTable& counts, const StripTable& values, std::size_t n_steps,
                double about, PowerSums& sums) {
  for_strips([&](std::size_t strip) QUALM_STRIP_LAMBDA {
    const StripVec centre = hn::Set(StripTag(), about);
    StripSum all(sums.n, strip), first(sums.first, strip), second(sums.second, strip);
    StripSum third(sums.third, strip), fourth(sums.fourth, strip);
    for (std::size_t step = 0; step < n_steps; ++step) {
      const StripVec n = load(counts, step, strip);
      const StripVec deviation = hn::Sub(load(values, step, strip), centre);
      const StripVec squared = hn::Mul(deviation, deviation);
      const StripVec times = hn::Mul(n, deviation), times_squared = hn::Mul(n, squared);
      all.add(n);
      first.add(times);
      second.add(times_squared);
      third.add(hn::Mul(times, squared));
      fourth.add(hn::Mul(times_squared, squared));
    }
  });
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace qualm::kernels {

HWY_EXPORT(widen);
HWY_EXPORT(add_placements);
HWY_EXPORT(placements);
HWY_EXPORT(add_precisions);
HWY_EXPORT(leave_out_precision);
HWY_EXPORT(add_risks);
HWY_EXPORT(add_risks_left_out);
HWY_EXPORT(leave_out_risk);
HWY_EXPORT(add_powers);

RankKernels rank_kernels_for(const Target& target) {
  hwy::ChosenTarget chosen;
  chosen.Update(target.bit);
  const auto of = [&](const auto& table) {
    return table[std::size(table) == 1 ? 0 : chosen.GetIndex()];
  };
  return {.widen = of(HWY_DISPATCH_TABLE(widen)),
          .add_placements = of(HWY_DISPATCH_TABLE(add_placements)),
          .placements = of(HWY_DISPATCH_TABLE(placements)),
          .add_precisions = of(HWY_DISPATCH_TABLE(add_precisions)),
          .leave_out_precision = of(HWY_DISPATCH_TABLE(leave_out_precision)),
          .add_risks = of(HWY_DISPATCH_TABLE(add_risks)),
          .add_risks_left_out = of(HWY_DISPATCH_TABLE(add_risks_left_out)),
          .leave_out_risk = of(HWY_DISPATCH_TABLE(leave_out_risk)),
          .add_powers = of(HWY_DISPATCH_TABLE(add_powers))};
}

}  // namespace qualm::kernels
#endif  // HWY_ONCE
