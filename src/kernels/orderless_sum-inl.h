// SPDX-License-Identifier: Apache-2.0
// Sums whose bits do not depend on the order of their terms.
#if defined(QUALM_KERNELS_ORDERLESS_SUM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_ORDERLESS_SUM_INL_H_
#undef QUALM_KERNELS_ORDERLESS_SUM_INL_H_
#else
#define QUALM_KERNELS_ORDERLESS_SUM_INL_H_
#endif

#include <utility>

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// The sum over i < n of term(d, i, lane) in every lane of a block.
// Each term is rounded to a grid on which every partial sum is exact, by adding a number `large`
// and subtracting it again: `large` is 4 n times the greatest |term|, so that the grid, at least
// half a unit in the last place of `large`, is not finer than 2^-53 of what the sum can be. With
// two levels, what the grid has cut off is summed in the same way and added at the end. Relative to
// the greatest term, one level is exact to n^2 2^-50, two levels to the last bit.
template <std::size_t levels, class Term, std::size_t... v>
HWY_INLINE void orderless_sum_of(std::size_t n, const Term& term, double* HWY_RESTRICT sums,
                                 std::index_sequence<v...> /*vectors of a block*/) {
  const Tag<double> d;
  using V = Vec<Tag<double>>;
  // Indices that are known to the compiler keep these in registers.
  V large[] = {(static_cast<void>(v), hn::Zero(d))...};
  V sum[] = {(static_cast<void>(v), hn::Zero(d))...};
  V rest[] = {(static_cast<void>(v), hn::Zero(d))...};
  for (std::size_t i = 0; i < n; ++i) {
    ((large[v] = hn::Max(large[v], hn::Abs(term(d, i, v * hn::Lanes(d))))), ...);
  }
  const double room = 4 * static_cast<double>(n);
  ((large[v] = hn::Mul(large[v], hn::Set(d, room))), ...);
  const auto add = [&](V value, V grid, V& into) QUALM_INLINE_LAMBDA {
    const V rounded = hn::Sub(hn::Add(value, grid), grid);
    into = hn::Add(into, rounded);
    return hn::Sub(value, rounded);
  };
  for (std::size_t i = 0; i < n; ++i) {
    if constexpr (levels == 1) {
      (add(term(d, i, v * hn::Lanes(d)), large[v], sum[v]), ...);
    } else {
      const V smaller = hn::Set(d, 0x1p-52 * room);
      (add(add(term(d, i, v * hn::Lanes(d)), large[v], sum[v]), hn::Mul(large[v], smaller),
           rest[v]),
       ...);
    }
  }
  (hn::Store(hn::Add(sum[v], rest[v]), d, sums + v * hn::Lanes(d)), ...);
}

// The same to the last bit for terms that come one by one, of which a bound is known beforehand: it
// may be a thousand times the greatest term.
class OrderlessSum {
  using V = Vec<Tag<double>>;

 public:
  HWY_INLINE OrderlessSum(std::size_t n, V bound) {
    const Tag<double> d;
    const double room = 4 * static_cast<double>(n);
    large_ = hn::Mul(bound, hn::Set(d, room));
    small_ = hn::Mul(large_, hn::Set(d, 0x1p-52 * room));
    sum_ = rest_ = hn::Zero(d);
  }
  HWY_INLINE void add(V term) {
    const V rounded = hn::Sub(hn::Add(term, large_), large_);
    sum_ = hn::Add(sum_, rounded);
    rest_ = hn::Add(rest_, hn::Sub(hn::Add(hn::Sub(term, rounded), small_), small_));
  }
  HWY_INLINE V value() const { return hn::Add(sum_, rest_); }

 private:
  V large_, small_, sum_, rest_;
};

using BlockVectors = std::make_index_sequence<block_lanes / hn::MaxLanes(Tag<double>())>;

// What double lanes need; for the terms of float lanes one level is exact enough.
template <class T>
inline constexpr std::size_t levels_for = sizeof(T) == sizeof(float) ? 1 : 2;

// Sums of terms [i][lane], or with a stride other than block_lanes from one i to the next;
// multiplied by a factor for each i where there are factors.
template <std::size_t levels>
HWY_INLINE void orderless_sums(const double* HWY_RESTRICT terms, std::size_t n, std::size_t stride,
                               const double* factors, double* HWY_RESTRICT sums) {
  if (factors == nullptr) {
    orderless_sum_of<levels>(
        n,
        [&](auto d, std::size_t i, std::size_t lane)
            QUALM_INLINE_LAMBDA { return hn::Load(d, terms + i * stride + lane); },
        sums, BlockVectors());
  } else {
    orderless_sum_of<levels>(
        n,
        [&](auto d, std::size_t i, std::size_t lane) QUALM_INLINE_LAMBDA {
          return hn::Mul(hn::Load(d, terms + i * stride + lane), hn::Set(d, factors[i]));
        },
        sums, BlockVectors());
  }
}

// E[term(m, lane)] over the members, for every lane; term takes m * block_lanes + lane.
template <class Term>
Lanes mean_over_members(const SampleJob& job, Scratch::Arrays& state, const Term& term) {
  double* terms = state.member_terms.data();
  for (std::size_t i = 0; i < job.n_members * block_lanes; ++i) terms[i] = term(i);
  alignas(64) Lanes mean;
  orderless_sums<2>(terms, job.n_members, block_lanes, job.member_weights, mean.data());
  return mean;
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
