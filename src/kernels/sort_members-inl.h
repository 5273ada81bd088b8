// SPDX-License-Identifier: Apache-2.0
// Brings the members of each class into rising order, so that sums over them do not depend on the
// order in which they came.
#if defined(QUALM_KERNELS_SORT_MEMBERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_SORT_MEMBERS_INL_H_
#undef QUALM_KERNELS_SORT_MEMBERS_INL_H_
#else
#define QUALM_KERNELS_SORT_MEMBERS_INL_H_
#endif

#include <array>
#include <utility>

#include "kernels/lanes-inl.h"
#include "kernels/sorting_network.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// The smaller of two probabilities first. Floats that are not negative are ordered as their bits
// are, and whole numbers are compared by more units of a processor.
template <class D, class V = Vec<D>>
HWY_INLINE void order(D d, V& a, V& b) {
  if constexpr (sizeof(hn::TFromD<D>) == sizeof(float)) {
    const hn::RebindToSigned<D> bits;
    const auto x = hn::BitCast(bits, a), y = hn::BitCast(bits, b);
    a = hn::BitCast(d, hn::Min(x, y));
    b = hn::BitCast(d, hn::Max(x, y));
  } else {
    const V x = a;
    a = hn::Min(x, b);
    b = hn::Max(x, b);
  }
}

// Some members of one class, and the sum of their differences to the one in the middle. Indices
// that are known to the compiler keep them in registers.
template <class T, std::size_t... m, std::size_t... pair>
HWY_INLINE void sort_few(const T* from, T* to, T* spread, std::index_sequence<m...> /*members*/,
                         std::index_sequence<pair...> /*pairs to put in order*/) {
  const Tag<T> d;
  using Network = SortingNetwork<sizeof...(m)>;
  for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
    Vec<Tag<T>> p[] = {hn::Load(d, from + m * block_lanes + lane)...};
    (order(d, p[Network::pairs[pair].first], p[Network::pairs[pair].second]), ...);
    (hn::Store(p[m], d, to + m * block_lanes + lane), ...);
    auto sum = hn::Zero(d);
    ((sum = hn::Add(sum, hn::Sub(p[m], p[middle_of(sizeof...(m))]))), ...);
    hn::Store(sum, d, spread + lane);
  }
}

// The members of consecutive classes, [k][m][lane].
template <class T>
using SortClasses = void (*)(const T* from, T* to, T* spread, std::size_t n_classes);

template <class T, std::size_t n>
void sort_classes_of(const T* from, T* to, T* spread, std::size_t n_classes) {
  for (std::size_t k = 0; k < n_classes; ++k) {
    sort_few(from + k * n * block_lanes, to + k * n * block_lanes, spread + k * block_lanes,
             std::make_index_sequence<n>(),
             std::make_index_sequence<SortingNetwork<n>::pairs.size()>());
  }
}

template <class T, std::size_t... n>
constexpr std::array<SortClasses<T>, few_members + 1> make_sorters(
    std::index_sequence<n...> /*1 to few_members*/) {
  return {nullptr, sort_classes_of<T, n + 1>...};
}

template <class T>
inline constexpr auto sorters = make_sorters<T>(std::make_index_sequence<few_members>());

// Any number of members of one class: runs of them in registers, then merged in memory.
template <class T>
void sort_many(std::size_t n_members, const std::vector<IndexPair>& merges, T* p, T* spread) {
  for (std::size_t m = 0; m < n_members; m += few_members) {
    T* run = p + m * block_lanes;
    sorters<T>[std::min(few_members, n_members - m)](run, run, spread, 1);
  }
  const Tag<T> d;
  for (const IndexPair& pair : merges) {
    for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
      T* first = p + pair.first * block_lanes + lane;
      T* second = p + pair.second * block_lanes + lane;
      auto a = hn::Load(d, first), b = hn::Load(d, second);
      order(d, a, b);
      hn::Store(a, d, first);
      hn::Store(b, d, second);
    }
  }
}

// Members with their weights, the lighter one first where probabilities are equal.
inline void sort_weighted(const std::vector<IndexPair>& network, double* HWY_RESTRICT p,
                          double* HWY_RESTRICT weights) {
  const Tag<double> d;
  for (const IndexPair& pair : network) {
    for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
      const std::size_t first = pair.first * block_lanes + lane;
      const std::size_t second = pair.second * block_lanes + lane;
      const auto a = hn::Load(d, p + first), b = hn::Load(d, p + second);
      const auto weight_a = hn::Load(d, weights + first), weight_b = hn::Load(d, weights + second);
      const auto swap = hn::Or(hn::Gt(a, b), hn::And(hn::Eq(a, b), hn::Gt(weight_a, weight_b)));
      hn::Store(hn::IfThenElse(swap, b, a), d, p + first);
      hn::Store(hn::IfThenElse(swap, a, b), d, p + second);
      hn::Store(hn::IfThenElse(swap, weight_b, weight_a), d, weights + first);
      hn::Store(hn::IfThenElse(swap, weight_a, weight_b), d, weights + second);
    }
  }
}

// Sorts the members of each class of a tile, and their weights along with them.
template <class T>
void sort_members(const Block<T>& block) {
  const std::size_t n_members = block.job.n_members;
  const std::size_t per_class = n_members * block_lanes;
  const std::size_t n_classes = block.end_class - block.first_class;
  const T* from = block.probabilities(block.first_class);
  T* to = block.sorted(block.first_class);
  T* spread = block.arrays.spread.data() + block.place(block.first_class, 0);
  if (block.job.equal_weights && n_members <= few_members) {
    sorters<T>[n_members](from, to, spread, n_classes);
    return;
  }
  if (from != to) std::copy_n(from, n_classes * per_class, to);
  for (std::size_t k = block.first_class; k < block.end_class; ++k) {
    if (block.job.equal_weights) {
      sort_many(n_members, block.state.network, block.sorted(k), spread);
    } else if constexpr (sizeof(T) == sizeof(double)) {
      double* weights = block.sorted_weights(k);
      for (std::size_t i = 0; i < per_class; ++i) {
        weights[i] = block.job.member_weights[i / block_lanes];
      }
      sort_weighted(block.state.network, block.sorted(k), weights);
    }
  }
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
