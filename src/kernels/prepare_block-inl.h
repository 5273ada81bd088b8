// SPDX-License-Identifier: Apache-2.0
// From the numbers of a file to probabilities and their means: softmax, rescaling, a first look for
// forbidden numbers, and the moments that all families share.
#if defined(QUALM_KERNELS_PREPARE_BLOCK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_PREPARE_BLOCK_INL_H_
#undef QUALM_KERNELS_PREPARE_BLOCK_INL_H_
#else
#define QUALM_KERNELS_PREPARE_BLOCK_INL_H_
#endif

#include <cmath>
#include <limits>

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// Calls body(p, i) for every vector of every class and member: p is where it lies, i its place in
// an array [m][lane].
template <class T, class Body>
HWY_INLINE void for_each_vector(const Block<T>& block, const Body& body) {
  const std::size_t per_class = block.job.n_members * block_lanes;
  T* p = block.arrays.p.data();
  for (std::size_t k = 0; k < block.job.n_classes; ++k, p += per_class) {
    for (std::size_t i = 0; i < per_class; i += hn::Lanes(Tag<T>())) body(p + i, i);
  }
}

// Probabilities: sums the rows, looks for negative numbers, and clips what rounding has put above
// one. True if a row may be forbidden; never false for a forbidden one. NaN and infinity show in
// the sum.
template <class T>
bool check_probabilities(const Block<T>& block) {
  const Tag<T> d;
  AlignedVector<T>& sums = block.arrays.row_sum;
  std::fill(sums.begin(), sums.end(), T(0));
  auto least = hn::Zero(d);
  for_each_vector(block, [&](T* p, std::size_t i) QUALM_INLINE_LAMBDA {
    const auto value = hn::Load(d, p);
    least = hn::Min(least, value);
    hn::Store(hn::Add(hn::Load(d, sums.data() + i), value), d, sums.data() + i);
    hn::Store(hn::Add(hn::Min(value, hn::Set(d, T(1))), hn::Zero(d)), d, p);
  });
  // What adding up K numbers in T can be off by.
  const double rounding =
      static_cast<double>(block.job.n_classes) * std::numeric_limits<T>::epsilon() / 2;
  const auto most = hn::Set(d, static_cast<T>(block.job.row_sum_tolerance - rounding));
  auto good = hn::Ge(least, hn::Zero(d));
  for (std::size_t i = 0; i < sums.size(); i += hn::Lanes(d)) {
    const auto off = hn::Abs(hn::Sub(hn::Load(d, sums.data() + i), hn::Set(d, T(1))));
    good = hn::And(good, hn::Le(off, most));
  }
  return !hn::AllTrue(d, good);
}

// Divides the rows that do not sum to one by their sum, and counts them.
inline std::size_t renormalize_rows(const Block<double>& block) {
  const Tag<double> d;
  AlignedVector<double>& sums = block.arrays.row_sum;
  std::fill(sums.begin(), sums.end(), 0.0);
  for_each_vector(block, [&](double* p, std::size_t i) QUALM_INLINE_LAMBDA {
    hn::Store(hn::Add(hn::Load(d, sums.data() + i), hn::Load(d, p)), d, sums.data() + i);
  });
  std::size_t n_rescaled = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const bool off = !(std::fabs(sums[i] - 1) <= block.job.row_sum_tolerance);
    if (off && i % block_lanes < block.count) ++n_rescaled;
    if (!off) sums[i] = 1;
  }
  for_each_vector(block, [&](double* p, std::size_t i) QUALM_INLINE_LAMBDA {
    hn::Store(hn::Div(hn::Load(d, p), hn::Load(d, sums.data() + i)), d, p);
  });
  return n_rescaled;
}

// Logits to probabilities, the greatest logit of each row subtracted first.
inline void softmax_rows(const Block<double>& block) {
  const Tag<double> d;
  AlignedVector<double>& sums = block.arrays.row_sum;
  AlignedVector<double>& greatest = block.arrays.row_max;
  std::fill(sums.begin(), sums.end(), 0.0);
  std::fill(greatest.begin(), greatest.end(), -std::numeric_limits<double>::infinity());
  for_each_vector(block, [&](double* p, std::size_t i) QUALM_INLINE_LAMBDA {
    hn::Store(hn::Max(hn::Load(d, greatest.data() + i), hn::Load(d, p)), d, greatest.data() + i);
  });
  for_each_vector(block, [&](double* p, std::size_t i) QUALM_INLINE_LAMBDA {
    const auto e = exp_of(d, hn::Sub(hn::Load(d, p), hn::Load(d, greatest.data() + i)));
    hn::Store(e, d, p);
    hn::Store(hn::Add(hn::Load(d, sums.data() + i), e), d, sums.data() + i);
  });
  for_each_vector(block, [&](double* p, std::size_t i) QUALM_INLINE_LAMBDA {
    hn::Store(hn::Div(hn::Load(d, p), hn::Load(d, sums.data() + i)), d, p);
  });
}

// True if a logit may be NaN or infinite: such a number times zero is not zero.
inline bool check_logits(const Block<double>& block) {
  const Tag<double> d;
  auto sum = hn::Zero(d);
  for_each_vector(block, [&](double* p, std::size_t) QUALM_INLINE_LAMBDA {
    sum = hn::Add(sum, hn::Mul(hn::Load(d, p), hn::Zero(d)));
  });
  return !hn::AllTrue(d, hn::Eq(sum, hn::Zero(d)));
}

// mean and shift of every class. The mean is taken in double, unweighted where all count alike, so
// that the predicted class is the right one also where two are nearly tied.
template <class T>
void compute_moments(const Block<T>& block) {
  const Tag<T> d;
  const bool equal = block.job.equal_weights;
  const double factor = equal ? 1 / static_cast<double>(block.job.n_members) : 1;
  for (std::size_t k = 0; k < block.job.n_classes; ++k) {
    for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
      const std::size_t place = k * block_lanes + lane;
      const ClassColumn<Tag<T>> column(block, k, lane);
      WideSum<Tag<T>> sum, shift_sum;
      auto difference_sum = hn::Zero(d);
      for_members(
          block.job.n_members,
          [&](std::size_t m) QUALM_INLINE_LAMBDA {
            const auto p = column.p(m);
            if (equal) {
              sum.add(p);
            } else {
              sum.add(p, block.job.member_weights[m]);
            }
            difference_sum = mul_add(d, column.weight(m), column.difference(p), difference_sum);
          },
          [&]() QUALM_INLINE_LAMBDA {
            shift_sum.add(difference_sum);
            difference_sum = hn::Zero(d);
          });
      double* mean = block.state.mean.data() + place;
      sum.store(mean);
      for (std::size_t i = 0; i < hn::Lanes(d); ++i) mean[i] *= factor;
      hn::Store(load_narrow(d, mean), d, block.arrays.mean.data() + place);
      Lanes shift;
      shift_sum.store(shift.data());
      hn::Store(load_narrow(d, shift.data()), d, block.arrays.shift.data() + place);
    }
  }
}

// The mean of 1 - p, which is not 1 - mean to the last digits where p is near one.
template <class T>
void compute_co_mean(const Block<T>& block) {
  const Tag<T> d;
  for (std::size_t k = 0; k < block.job.n_classes; ++k) {
    for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
      const ClassColumn<Tag<T>> column(block, k, lane);
      WideSum<Tag<T>> sum;
      auto q_sum = hn::Zero(d);
      for_members(
          block.job.n_members,
          [&](std::size_t m) QUALM_INLINE_LAMBDA {
            const auto q = hn::Sub(hn::Set(d, T(1)), column.p(m));
            q_sum = mul_add(d, column.weight(m), q, q_sum);
          },
          [&]() QUALM_INLINE_LAMBDA {
            sum.add(q_sum);
            q_sum = hn::Zero(d);
          });
      Lanes co_mean;
      sum.store(co_mean.data());
      hn::Store(load_narrow(d, co_mean.data()), d,
                block.arrays.co_mean.data() + k * block_lanes + lane);
    }
  }
}

// The class with the greatest mean in every lane, the lowest where tied.
template <class T>
std::array<std::uint32_t, block_lanes> predict(const Block<T>& block) {
  const Tag<double> d;
  std::array<std::uint32_t, block_lanes> best{};
  Lanes best_class;
  for (std::size_t lane = 0; lane < block_lanes; lane += hn::Lanes(d)) {
    const double* mean = block.state.mean.data() + lane;
    auto greatest = hn::Load(d, mean), where = hn::Zero(d);
    for (std::size_t k = 1; k < block.job.n_classes; ++k) {
      const auto value = hn::Load(d, mean + k * block_lanes);
      const auto greater = hn::Gt(value, greatest);
      greatest = hn::IfThenElse(greater, value, greatest);
      where = hn::IfThenElse(greater, hn::Set(d, static_cast<double>(k)), where);
    }
    hn::StoreU(where, d, best_class.data() + lane);
  }
  for (std::size_t lane = 0; lane < block_lanes; ++lane) {
    best[lane] = static_cast<std::uint32_t>(best_class[lane]);
  }
  return best;
}

// Each member's greatest probability, and its probability of the predicted class.
template <class T>
void find_maxima(const Block<T>& block, const std::array<std::uint32_t, block_lanes>& best) {
  const Tag<T> d;
  AlignedVector<T>& greatest = block.arrays.row_max;
  std::fill(greatest.begin(), greatest.end(), T(0));
  for_each_vector(block, [&](T* p, std::size_t i) QUALM_INLINE_LAMBDA {
    hn::Store(hn::Max(hn::Load(d, greatest.data() + i), hn::Load(d, p)), d, greatest.data() + i);
  });
  for (std::size_t i = 0; i < greatest.size(); ++i) {
    block.arrays.at_best[i] = block.probabilities(best[i % block_lanes])[i];
  }
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
