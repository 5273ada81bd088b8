// SPDX-License-Identifier: Apache-2.0
// From the numbers of a file to probabilities and their means: rescaling, a first look for
// forbidden numbers, and the moments that all families share.
#if defined(QUALM_KERNELS_PREPARE_BLOCK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_PREPARE_BLOCK_INL_H_
#undef QUALM_KERNELS_PREPARE_BLOCK_INL_H_
#else
#define QUALM_KERNELS_PREPARE_BLOCK_INL_H_
#endif

#include <cmath>
#include <limits>
#include <utility>

#include "kernels/orderless_sum-inl.h"
#include "kernels/read_ahead.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// Calls body(p, i) for every vector of every class and member, all of which are kept: p is where it
// lies, i its place in an array [m][lane].
template <class T, class Body>
HWY_INLINE void for_each_vector(const Block<T>& block, const Body& body) {
  const std::size_t per_class = block.job.n_members * block_lanes;
  T* p = block.arrays.p.data();
  for (std::size_t k = 0; k < block.job.n_classes; ++k, p += per_class) {
    for (std::size_t i = 0; i < per_class; i += hn::Lanes(Tag<T>())) body(p + i, i);
  }
}

// Adds some vectors of each class to as many row sums, and keeps the greatest number, read as bits
// without a sign. Several sums at a time do not wait for each other.
template <class T, class Bits, std::size_t... v>
HWY_INLINE void add_to_row_sums(const T* HWY_RESTRICT p, const T* end, std::size_t per_class,
                                T* HWY_RESTRICT sums, Bits& most,
                                std::index_sequence<v...> /*vectors*/) {
  const Tag<T> d;
  const hn::RebindToUnsigned<Tag<T>> bits;
  constexpr std::size_t width = hn::MaxLanes(Tag<T>());
  Vec<Tag<T>> sum[] = {hn::Load(d, sums + v * width)...};
  for (; p < end; p += per_class) {
    ((sum[v] = hn::Add(sum[v], hn::Load(d, p + v * width))), ...);
    ((most = hn::Max(most, hn::BitCast(bits, hn::Load(d, p + v * width)))), ...);
  }
  (hn::Store(sum[v], d, sums + v * width), ...);
}

// Probabilities of a tile of classes: adds to the row sums, and clips what rounding has put above
// one. True if there is a negative number.
template <class T>
bool check_tile(const Block<T>& block) {
  const Tag<T> d;
  const std::size_t per_class = block.job.n_members * block_lanes;
  T* sums = block.arrays.row_sum.data();
  const T* first = block.probabilities(block.first_class);
  const T* end = block.probabilities(block.end_class);
  // Read as unsigned numbers, the bits of what is negative or above one are greater than those of
  // one.
  const hn::RebindToUnsigned<Tag<T>> bits;
  auto most = hn::Zero(bits);
  if (block.first_class == 0) std::fill_n(sums, per_class, T(0));
  constexpr std::size_t width = hn::MaxLanes(Tag<T>());
  constexpr std::size_t at_once = width < block_lanes ? 4 : 2;  // of one member or of two
  std::size_t i = 0;
  for (; i + at_once * width <= per_class; i += at_once * width) {
    add_to_row_sums(first + i, end, per_class, sums + i, most, std::make_index_sequence<at_once>());
  }
  if (i < per_class) {
    add_to_row_sums(first + i, end, per_class, sums + i, most,
                    std::make_index_sequence<at_once / 2>());
  }
  const auto one = hn::BitCast(bits, hn::Set(d, T(1)));
  if (hn::AllTrue(bits, hn::Eq(hn::Max(most, one), one))) return false;
  auto least = hn::Zero(d);
  for (T* p = block.probabilities(block.first_class); p < end; p += hn::Lanes(d)) {
    const auto value = hn::Load(d, p);
    least = hn::Min(least, value);
    // Adding zero makes a positive zero of a negative one.
    hn::Store(hn::Add(hn::Min(value, hn::Set(d, T(1))), hn::Zero(d)), d, p);
  }
  return !hn::AllTrue(d, hn::Ge(least, hn::Zero(d)));
}

// True if the sum of a row may be forbidden; never false for a forbidden one. NaN and infinity show
// in the sum.
template <class T>
bool check_row_sums(const Block<T>& block) {
  const Tag<T> d;
  const AlignedVector<T>& sums = block.arrays.row_sum;
  // What adding up K numbers in T can be off by.
  const double rounding =
      static_cast<double>(block.job.n_classes) * std::numeric_limits<T>::epsilon() / 2;
  const auto most = hn::Set(d, static_cast<T>(block.job.row_sum_tolerance - rounding));
  auto good = hn::Eq(most, most);
  for (std::size_t i = 0; i < sums.size(); i += hn::Lanes(d)) {
    const auto off = hn::Abs(hn::Sub(hn::Load(d, sums.data() + i), hn::Set(d, T(1))));
    good = hn::And(good, hn::Le(off, most));
  }
  return !hn::AllTrue(d, good);
}

// The sum of each row of probabilities, all classes of which are kept.
inline void sum_rows(const Block<double>& block) {
  const std::size_t per_class = block.job.n_members * block_lanes;
  for (std::size_t i = 0; i < per_class; i += block_lanes) {
    orderless_sums<2>(block.arrays.p.data() + i, block.job.n_classes, per_class, nullptr,
                      block.arrays.row_sum.data() + i);
  }
}

inline void divide_by_row_sums(const Block<double>& block) {
  const Tag<double> d;
  const double* sums = block.arrays.row_sum.data();
  for_each_vector(block, [&](double* p, std::size_t i) QUALM_INLINE_LAMBDA {
    hn::Store(hn::Div(hn::Load(d, p), hn::Load(d, sums + i)), d, p);
  });
}

// Divides the rows that do not sum to one by their sum, and counts them.
inline std::size_t renormalize_rows(const Block<double>& block) {
  AlignedVector<double>& sums = block.arrays.row_sum;
  sum_rows(block);
  std::size_t n_rescaled = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const double tolerance = block.job.member_tolerances == nullptr
                                 ? block.job.row_sum_tolerance
                                 : block.job.member_tolerances[i / block_lanes];
    const bool off = !(std::fabs(sums[i] - 1) <= tolerance);
    if (off && i % block_lanes < block.count) ++n_rescaled;
    if (!off) sums[i] = 1;
  }
  divide_by_row_sums(block);
  return n_rescaled;
}

// The shift of a class in float lanes whose members count alike and whose centre is their mean:
// what the float is missing, from the sum of p in double. M times a float is no longer than a
// double, so that nothing is missing for equal members.
template <class D>
HWY_INLINE Vec<D> rest_of_mean(const WideSum<D>& sum, double n_members, double share, Vec<D> mean) {
  WideSum<D> rest = sum;
  rest.add(mean, -n_members);
  return hn::Mul(rest.narrow(), hn::Set(D(), static_cast<hn::TFromD<D>>(share)));
}

// The mean of a class in double lanes as a heaviest member, and the mean of the differences to it.
// Another one could weigh nothing and be so far off that the differences lose all digits.
template <class D, bool equal, bool mirrored>
HWY_INLINE Vec<D> mean_difference(const MemberColumn<D, equal, mirrored>& column,
                                  std::size_t n_members, double share, Vec<D> heaviest) {
  const D d;
  const End<D, mirrored> end(heaviest);
  const auto centre = end.coordinate(Probability<D, mirrored>(heaviest));
  auto differences = hn::Zero(d);
  for (std::size_t m = 0; m < n_members; ++m) {
    differences =
        hn::Add(differences, column.weighted(m, hn::Sub(end.coordinate(column[m]), centre)));
  }
  return hn::Mul(differences, hn::Set(d, share));
}

// mean, centre and shift of every class of a tile. The mean is taken in double, unweighted where
// all count alike, so that the predicted class is the right one also where two are nearly tied.
template <bool equal, bool mirrored, class T>
void compute_moments_of(const Block<T>& block) {
  using D = Tag<T>;
  const D d;
  const std::size_t n_members = block.job.n_members;
  const double share = block.member_share();
  ReadAhead read_ahead(block.job, block.first, block.first_class, block.end_class, hn::Lanes(d));
  const std::size_t first = block.place(block.first_class, 0);
  for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
    MemberColumn<D, equal, mirrored> column(block, block.first_class, lane);
    double* HWY_RESTRICT wide_means = block.state.mean.data() + first + lane;
    T* HWY_RESTRICT means = block.arrays.mean.data() + first + lane;
    T* HWY_RESTRICT centres = block.arrays.centre.data() + first + lane;
    T* HWY_RESTRICT shifts = block.arrays.shift.data() + first + lane;
    for (std::size_t k = block.first_class; k < block.end_class; ++k) {
      read_ahead.next_share();
      WideSum<D> mean;
      Vec<D> centre, shift;
      if constexpr (mirrored) {
        centre = column.heaviest(n_members);
        shift = mean_difference(column, n_members, share, centre);
        mean.add(hn::Add(Probability<D, true>(centre).p, shift));
      } else {
        for (std::size_t m = 0; m < n_members; ++m) {
          if constexpr (equal) {
            mean.add(WideSum<D>(column.place(m)));
          } else {
            mean.add(column.weighted(m, column[m].p));
          }
        }
        const WideSum<D> sum = mean;
        mean.multiply(share);
        if constexpr (sizeof(T) == sizeof(float)) {
          centre = mean.narrow();
          shift = rest_of_mean(sum, static_cast<double>(n_members), share, centre);
        } else {
          centre = column.heaviest(n_members);
          shift = mean_difference(column, n_members, share, centre);
        }
      }
      mean.store(wide_means);
      hn::Store(mean.narrow(), d, means);
      hn::Store(centre, d, centres);
      hn::Store(shift, d, shifts);
      column.next_class();
      wide_means += block_lanes;
      means += block_lanes;
      centres += block_lanes;
      shifts += block_lanes;
    }
  }
}

// The mean of 1 - p, which is not 1 - mean to the last digits where p is near one.
template <bool equal, bool mirrored, class T>
void compute_co_mean_of(const Block<T>& block) {
  using D = Tag<T>;
  const D d;
  for (std::size_t k = block.first_class; k < block.end_class; ++k) {
    for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
      const MemberColumn<D, equal, mirrored> column(block, k, lane);
      WideSum<D> sum;
      auto q_sum = hn::Zero(d);
      for_members(
          block.job.n_members,
          [&](std::size_t m)
              QUALM_INLINE_LAMBDA { q_sum = hn::Add(q_sum, column.weighted(m, column[m].q)); },
          [&]() QUALM_INLINE_LAMBDA {
            sum.add(q_sum);
            q_sum = hn::Zero(d);
          });
      sum.multiply(block.member_share());
      hn::Store(sum.narrow(), d, block.arrays.co_mean.data() + block.place(k, lane));
    }
  }
}

// What the families share: the moments of every class of a tile.
template <class T>
void compute_moments(const Block<T>& block) {
  const bool wants_co_mean = block.output(label_entropy_index).wanted();
  with_weights(block, [&](auto equal, auto mirrored) QUALM_INLINE_LAMBDA {
    compute_moments_of<equal(), mirrored()>(block);
    if (wants_co_mean) compute_co_mean_of<equal(), mirrored()>(block);
  });
}

template <class T>
void update_best(const Block<T>& block, Best& best) {
  const Tag<double> d;
  for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
    auto greatest = hn::Load(d, best.mean.data() + lane);
    auto where = hn::Load(d, best.where.data() + lane);
    for (std::size_t k = block.first_class; k < block.end_class; ++k) {
      const auto value = hn::Load(d, block.state.mean.data() + block.place(k, lane));
      const auto greater = hn::Gt(value, greatest);
      greatest = hn::Max(value, greatest);
      where = hn::IfThenElse(greater, hn::Set(d, static_cast<double>(k)), where);
    }
    hn::Store(greatest, d, best.mean.data() + lane);
    hn::Store(where, d, best.where.data() + lane);
  }
}

template <class T>
void store_means(const Block<T>& block) {
  for (std::size_t k = block.first_class; k < block.end_class; ++k) {
    for (std::size_t lane = 0; lane < block.count; ++lane) {
      block.job.mean[(block.first + lane) * block.job.n_classes + k] =
          block.state.mean[block.place(k, lane)];
    }
  }
}

// Each member's greatest probability, stored as all are.
template <class T>
void find_maxima(const Block<T>& block) {
  const Tag<T> d;
  AlignedVector<T>& greatest = block.arrays.row_max;
  std::fill(greatest.begin(), greatest.end(), T(0));
  for_each_vector(block, [&](T* p, std::size_t i) QUALM_INLINE_LAMBDA {
    hn::Store(hn::Max(hn::Load(d, greatest.data() + i), hn::Load(d, p)), d, greatest.data() + i);
  });
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
