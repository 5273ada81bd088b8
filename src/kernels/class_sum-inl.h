// SPDX-License-Identifier: Apache-2.0
// Sums over classes as whole numbers, which have the same bits in any order.
#if defined(QUALM_KERNELS_CLASS_SUM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_CLASS_SUM_INL_H_
#undef QUALM_KERNELS_CLASS_SUM_INL_H_
#else
#define QUALM_KERNELS_CLASS_SUM_INL_H_
#endif

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// Terms as whole multiples of a grid: where `offset` is 1.5 times a power of two that is at least
// twice the greatest |term|, the bits of offset + term are those of the offset plus term / grid,
// rounded. Integers of 64 bits have room for 4096 such terms; the grid is coarser for more. The sum
// of n terms is exact to n 2^-51 of the greatest, 2^-39 if n is more than 4096.
template <class D>
class ClassGrid {
  using V = Vec<D>;
  using DI = hn::RebindToSigned<D>;

 public:
  using Whole = Vec<DI>;

  HWY_INLINE ClassGrid(std::size_t n, V greatest) : n_(n) {
    const D d;
    const DI bits;
    // Normal numbers, also where all terms are 0.
    const V bound = hn::Max(greatest, hn::Set(d, 0x1p-970));
    const V power = hn::BitCast(
        d, hn::And(hn::BitCast(bits, bound), hn::Set(bits, FloatBits<double>::exponent_mask)));
    const double room = static_cast<double>(std::bit_ceil(n / 4096 + 1));
    offset_ = hn::Mul(power, hn::Set(d, 6 * room));
    grid_ = hn::Mul(power, hn::Set(d, 4 * room * 0x1p-52));
  }
  HWY_INLINE Whole count(V term) const { return hn::BitCast(DI(), hn::Add(term, offset_)); }
  // The sum of n terms from the sum of their counts.
  HWY_INLINE V sum(Whole counts) const {
    const DI bits;
    // Only the upper 13 bits of the offset are not 0.
    const Whole odd = hn::ShiftRight<51>(hn::BitCast(bits, offset_));
    const Whole offsets = hn::ShiftLeft<51>(times(odd, static_cast<std::int32_t>(n_ % 8192)));
    return hn::Mul(hn::ConvertTo(D(), hn::Sub(counts, offsets)), grid_);
  }

  // The same of n terms that are spread over the lanes, all of which have one grid.
  HWY_INLINE double sum_of_lanes(Whole counts, std::size_t n) const {
    const DI bits;
    alignas(64) std::array<std::int64_t, hn::MaxLanes(D())> lanes;
    hn::Store(counts, bits, lanes.data());
    std::uint64_t total = 0;
    for (const std::int64_t each : lanes) total += static_cast<std::uint64_t>(each);
    hn::Store(hn::BitCast(bits, offset_), bits, lanes.data());
    total -= n * static_cast<std::uint64_t>(lanes.front());
    return static_cast<double>(static_cast<std::int64_t>(total)) * hn::GetLane(grid_);
  }

 private:
  // The product with numbers below 4096.
  HWY_INLINE static Whole times(Whole small, std::int32_t factor) {
#if HWY_TARGET == HWY_SCALAR
    return hn::Set(DI(), hn::GetLane(small) * factor);
#else
    const hn::Repartition<std::int32_t, D> halves;
    return hn::BitCast(DI(), hn::Mul(hn::BitCast(halves, small), hn::Set(halves, factor)));
#endif
  }

  std::size_t n_;
  V offset_, grid_;
};

// The nearest whole number, where it has 31 bits. Highway also looks for greater ones, which takes
// three times as long.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_SSE4
template <std::size_t n>
HWY_INLINE hn::Vec128<std::int32_t, n> nearest_whole(hn::Vec128<float, n> x) {
  return hn::Vec128<std::int32_t, n>{_mm_cvtps_epi32(x.raw)};
}
#if HWY_TARGET <= HWY_AVX2
HWY_INLINE hn::Vec256<std::int32_t> nearest_whole(hn::Vec256<float> x) {
  return hn::Vec256<std::int32_t>{_mm256_cvtps_epi32(x.raw)};
}
#endif
#if HWY_TARGET <= HWY_AVX3
HWY_INLINE hn::Vec512<std::int32_t> nearest_whole(hn::Vec512<float> x) {
  return hn::Vec512<std::int32_t>{_mm512_cvtps_epi32(x.raw)};
}
#endif
#else
template <class V>
HWY_INLINE auto nearest_whole(V x) {
  return hn::NearestInt(x);
}
#endif

// The same in integers of 32 bits, for up to 32 terms in float: exact to n 2^-25 of the greatest.
template <class D>
class ShortClassGrid {
  using V = Vec<D>;
  using DI = hn::RebindToSigned<D>;

 public:
  using Whole = Vec<DI>;
  static constexpr std::size_t most_terms = 32;

  HWY_INLINE explicit ShortClassGrid(V greatest) {
    const D d;
    const DI bits;
    const V bound = hn::Max(greatest, hn::Set(d, 0x1p-100F));
    const V power = hn::BitCast(
        d, hn::And(hn::BitCast(bits, bound), hn::Set(bits, FloatBits<float>::exponent_mask)));
    grid_ = hn::Mul(power, hn::Set(d, 0x1p-24F));
    inverse_ = hn::Div(hn::Set(d, 1.0F), grid_);
  }
  HWY_INLINE Whole count(V term) const { return nearest_whole(hn::Mul(term, inverse_)); }
  // A sum of counts may have more digits than a float.
  HWY_INLINE void store_sum(Whole counts, double* to) const {
#if HWY_TARGET == HWY_SCALAR
    *to = static_cast<double>(hn::GetLane(counts)) * static_cast<double>(hn::GetLane(grid_));
#else
    const hn::Half<D> half;
    const hn::Half<DI> half_counts;
    const hn::Rebind<double, hn::Half<D>> wide;
    hn::StoreU(hn::Mul(hn::PromoteTo(wide, hn::LowerHalf(half_counts, counts)),
                       hn::PromoteTo(wide, hn::LowerHalf(half, grid_))),
               wide, to);
    hn::StoreU(hn::Mul(hn::PromoteTo(wide, hn::UpperHalf(half_counts, counts)),
                       hn::PromoteTo(wide, hn::UpperHalf(half, grid_))),
               wide, to + hn::Lanes(wide));
#endif
  }

 private:
  V grid_, inverse_;
};

using DoubleTag = Tag<double>;
using DoublesOfBlock = std::make_index_sequence<block_lanes / hn::MaxLanes(DoubleTag())>;

// Terms of lanes of type T as double.
template <class T>
HWY_INLINE Vec<DoubleTag> load_wide(const T* from) {
  const DoubleTag d;
  if constexpr (sizeof(T) == sizeof(double)) {
    return hn::Load(d, from);
  } else {
    return hn::PromoteTo(d, hn::Load(hn::Rebind<float, DoubleTag>(), from));
  }
}

// The sum over i < n of term(i, lane) in every lane of a block.
template <class Term, std::size_t... v>
HWY_INLINE void sum_terms(std::size_t n, const Term& term, const Lanes& greatest,
                          double* HWY_RESTRICT sums, std::index_sequence<v...> /*vectors*/) {
  constexpr std::size_t width = hn::MaxLanes(DoubleTag());
  const DoubleTag d;
  const ClassGrid<DoubleTag> grids[] = {
      ClassGrid<DoubleTag>(n, hn::Load(d, greatest.data() + v * width))...};
  // Indices that are known to the compiler keep these in registers.
  ClassGrid<DoubleTag>::Whole counts[] = {
      (static_cast<void>(v), hn::Zero(hn::RebindToSigned<DoubleTag>()))...};
  for (std::size_t i = 0; i < n; ++i) {
    ((counts[v] = hn::Add(counts[v], grids[v].count(term(i, v * width)))), ...);
  }
  (hn::Store(grids[v].sum(counts[v]), d, sums + v * width), ...);
}

// The greatest |term| of [k][lane].
template <class T>
HWY_INLINE void find_greatest(const T* HWY_RESTRICT terms, std::size_t n_classes, Lanes& greatest) {
  const Tag<T> d;
  for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
    auto most = hn::Zero(d);
    for (std::size_t k = 0; k < n_classes; ++k) {
      most = hn::Max(most, hn::Abs(hn::Load(d, terms + k * block_lanes + lane)));
    }
    WideSum<Tag<T>>(most).store(greatest.data() + lane);
  }
}

// Of few classes, in float.
inline void sum_few_classes(const float* HWY_RESTRICT terms, std::size_t n_classes,
                            double* HWY_RESTRICT sums) {
  const Tag<float> d;
  const hn::RebindToSigned<Tag<float>> di;
  const float* end = terms + n_classes * block_lanes;
  // Two vectors at a time share the steps of the loops.
  constexpr std::size_t width = hn::MaxLanes(Tag<float>());
  constexpr std::size_t second = width < block_lanes ? width : 0;
  for (std::size_t lane = 0; lane < block_lanes; lane += width + second) {
    auto most = hn::Zero(d), other_most = hn::Zero(d);
    for (const float* at = terms + lane; at < end; at += block_lanes) {
      most = hn::Max(most, hn::Abs(hn::Load(d, at)));
      other_most = hn::Max(other_most, hn::Abs(hn::Load(d, at + second)));
    }
    const ShortClassGrid<Tag<float>> grid(most), other_grid(other_most);
    auto counts = hn::Zero(di), other_counts = hn::Zero(di);
    for (const float* at = terms + lane; at < end; at += block_lanes) {
      counts = hn::Add(counts, grid.count(hn::Load(d, at)));
      other_counts = hn::Add(other_counts, other_grid.count(hn::Load(d, at + second)));
    }
    grid.store_sum(counts, sums + lane);
    other_grid.store_sum(other_counts, sums + lane + second);
  }
}

// Sums of terms [k][lane].
template <class T>
HWY_INLINE void sum_classes(const T* HWY_RESTRICT terms, std::size_t n_classes,
                            double* HWY_RESTRICT sums) {
  if constexpr (sizeof(T) == sizeof(float)) {
    if (n_classes <= ShortClassGrid<Tag<float>>::most_terms) {
      sum_few_classes(terms, n_classes, sums);
      return;
    }
  }
  alignas(64) Lanes greatest;
  find_greatest(terms, n_classes, greatest);
  const auto term = [&](std::size_t k, std::size_t lane)
                        QUALM_INLINE_LAMBDA { return load_wide(terms + k * block_lanes + lane); };
  sum_terms(n_classes, term, greatest, sums, DoublesOfBlock());
}

// The same, each class multiplied by its weight.
template <class T>
void sum_weighted_classes(const T* HWY_RESTRICT terms, std::size_t n_classes, const double* weights,
                          double* HWY_RESTRICT sums) {
  const DoubleTag d;
  alignas(64) Lanes greatest;
  const auto term = [&](std::size_t k, std::size_t lane) QUALM_INLINE_LAMBDA {
    return hn::Mul(load_wide(terms + k * block_lanes + lane), hn::Set(d, weights[k]));
  };
  for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
    auto most = hn::Zero(d);
    for (std::size_t k = 0; k < n_classes; ++k) most = hn::Max(most, hn::Abs(term(k, lane)));
    hn::Store(most, d, greatest.data() + lane);
  }
  sum_terms(n_classes, term, greatest, sums, DoublesOfBlock());
}

// The sum of few classes that are spread over lanes.
inline double sum_few_lanes(const float* terms, std::size_t n_groups, float greatest) {
  const Tag<float> d;
  const ShortClassGrid<Tag<float>> grid(hn::Set(d, greatest));
  auto counts = hn::Zero(hn::RebindToSigned<Tag<float>>());
  for (std::size_t i = 0; i < n_groups * block_lanes; i += hn::Lanes(d)) {
    counts = hn::Add(counts, grid.count(hn::Load(d, terms + i)));
  }
  alignas(64) std::array<double, hn::MaxLanes(Tag<float>())> sums;
  grid.store_sum(counts, sums.data());
  double sum = 0;  // whole multiples of the grid: exact
  for (const double each : sums) sum += each;
  return sum;
}

// The sum of all terms [group][lane]; those that are no class are 0.
template <class T>
double sum_lanes(const T* terms, std::size_t n_groups, std::size_t n_classes) {
  const DoubleTag d;
  alignas(64) Lanes lanes;
  find_greatest(terms, n_groups, lanes);
  const double greatest = *std::max_element(lanes.begin(), lanes.end());
  if constexpr (sizeof(T) == sizeof(float)) {
    if (n_classes <= ShortClassGrid<Tag<float>>::most_terms) {
      return sum_few_lanes(terms, n_groups, static_cast<float>(greatest));
    }
  }
  const ClassGrid<DoubleTag> grid(n_classes, hn::Set(d, greatest));
  auto counts = hn::Zero(hn::RebindToSigned<DoubleTag>());
  const std::size_t n_terms = n_groups * block_lanes;
  for (std::size_t i = 0; i < n_terms; i += hn::Lanes(d)) {
    counts = hn::Add(counts, grid.count(load_wide(terms + i)));
  }
  return grid.sum_of_lanes(counts, n_terms);
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
