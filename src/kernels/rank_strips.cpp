// SPDX-License-Identifier: Apache-2.0
// Compiled once for each instruction set.
#include "kernels/instruction_sets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/rank_strips.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h has to come first.
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "kernels/rank_precision-inl.h"
#include "kernels/rank_risk-inl.h"
#include "kernels/rank_strips.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

ScoreRange range(const double* HWY_RESTRICT scores, std::size_t n) {
  const hn::CappedTag<double, 8> wide;
  ScoreRange range;
  const auto look_at = [&](auto d, std::size_t first, std::size_t last) QUALM_STRIP_LAMBDA {
    using D = decltype(d);
    const hn::Rebind<float, D> floats;
    auto low = hn::Set(d, range.low), high = hn::Set(d, range.high);
    auto is_nan = hn::Lt(low, low), is_double = is_nan;
    for (std::size_t i = first; i < last; i += hn::Lanes(d)) {
      const auto score = hn::LoadU(d, scores + i);
      // A comparison with NaN is false; what Ne makes of it depends on the target.
      low = hn::IfThenElse(hn::Lt(score, low), score, low);
      high = hn::IfThenElse(hn::Gt(score, high), score, high);
      is_nan = hn::Or(is_nan, hn::Not(hn::Eq(score, score)));
      const auto as_float = hn::PromoteTo(d, hn::DemoteTo(floats, score));
      is_double = hn::Or(is_double, hn::Not(hn::Eq(as_float, score)));
    }
    // Not hn::MinOfLanes: that of the portable target knows no infinity.
    alignas(64) std::array<double, hn::MaxLanes(D())> lanes;
    hn::Store(low, d, lanes.data());
    range.low = *std::min_element(lanes.begin(), lanes.end());
    hn::Store(high, d, lanes.data());
    range.high = *std::max_element(lanes.begin(), lanes.end());
    range.has_nan = range.has_nan || !hn::AllFalse(d, is_nan);
    range.are_floats = range.are_floats && hn::AllFalse(d, is_double);
  };
  const std::size_t whole = n / hn::Lanes(wide) * hn::Lanes(wide);
  look_at(wide, 0, whole);
  look_at(hn::CappedTag<double, 1>(), whole, n);
  return range;
}

void widen(const std::uint8_t* HWY_RESTRICT counts, std::size_t stride, std::size_t n_steps,
           StripTable& table) {
  double* HWY_RESTRICT to = table.of.data();
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t i = 0; i < n_steps * n_strips; ++i) {
    to[i] = counts[i % n_strips * stride + i / n_strips];
  }
#else
  const hn::FixedTag<std::uint8_t, 16> bytes;
  using Bytes = hn::Vec<hn::FixedTag<std::uint8_t, 16> >;
  constexpr std::size_t at_once = 16;
  static_assert(n_strips == 8 && most_steps % at_once == 0);
  const StripTag d;
  const hn::Rebind<std::int32_t, StripTag> integers;
  const hn::Rebind<std::uint8_t, StripTag> few_bytes;
  for (std::size_t step = 0; step < n_steps; step += at_once) {
    // Strips 0 and 4, 2 and 6, 1 and 5, 3 and 7 take turns, then those pairs, then fours.
    const auto pair = [&](std::size_t strip) QUALM_STRIP_LAMBDA {
      const std::uint8_t* const from = counts + strip * stride + step;
      const Bytes one = hn::LoadU(bytes, from), other = hn::LoadU(bytes, from + 4 * stride);
      return std::pair(hn::InterleaveLower(bytes, one, other),
                       hn::InterleaveUpper(bytes, one, other));
    };
    const auto [low04, high04] = pair(0);
    const auto [low26, high26] = pair(2);
    const auto [low15, high15] = pair(1);
    const auto [low37, high37] = pair(3);
    alignas(16) std::uint8_t by_step[at_once * n_strips];
    const auto store = [&](Bytes even, Bytes odd, std::size_t at) QUALM_STRIP_LAMBDA {
      hn::Store(hn::InterleaveLower(bytes, even, odd), bytes, by_step + at);
      hn::Store(hn::InterleaveUpper(bytes, even, odd), bytes, by_step + at + 16);
    };
    store(hn::InterleaveLower(bytes, low04, low26), hn::InterleaveLower(bytes, low15, low37), 0);
    store(hn::InterleaveUpper(bytes, low04, low26), hn::InterleaveUpper(bytes, low15, low37), 32);
    store(hn::InterleaveLower(bytes, high04, high26), hn::InterleaveLower(bytes, high15, high37),
          64);
    store(hn::InterleaveUpper(bytes, high04, high26), hn::InterleaveUpper(bytes, high15, high37),
          96);
    for (std::size_t i = 0; i < sizeof by_step; i += hn::Lanes(d), to += hn::Lanes(d)) {
      const auto integer = hn::PromoteTo(integers, hn::LoadU(few_bytes, by_step + i));
      hn::Store(hn::PromoteTo(d, integer), d, to);
    }
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

HWY_EXPORT(range);
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
  return {.range = of(HWY_DISPATCH_TABLE(range)),
          .widen = of(HWY_DISPATCH_TABLE(widen)),
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
