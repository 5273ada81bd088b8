// SPDX-License-Identifier: Apache-2.0
// Logits to probabilities, without subtracting those near one from one.
#if defined(QUALM_KERNELS_SOFTMAX_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_SOFTMAX_INL_H_
#undef QUALM_KERNELS_SOFTMAX_INL_H_
#else
#define QUALM_KERNELS_SOFTMAX_INL_H_
#endif

#include <limits>

#include "kernels/prepare_block-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// True if a logit may be NaN or infinite: such a number times zero is not zero.
inline bool check_logits(const Block<double>& block) {
  const Tag<double> d;
  auto sum = hn::Zero(d);
  for_each_vector(block, [&](double* p, std::size_t) QUALM_INLINE_LAMBDA {
    sum = hn::Add(sum, hn::Mul(hn::Load(d, p), hn::Zero(d)));
  });
  return !hn::AllTrue(d, hn::Eq(sum, hn::Zero(d)));
}

// From the numbers e^x of each row, the greatest of which are one, and how many those are, in
// row_sum: the sum of each row, and `top`, the probability of the greatest as it is stored. Where
// it is above one half it follows from the sum of the others.
inline void sum_rows_around_top(const Block<double>& block, double* HWY_RESTRICT top) {
  const std::size_t n_classes = block.job.n_classes;
  const std::size_t per_class = block.job.n_members * block_lanes;
  double* sums = block.arrays.row_sum.data();
  for (std::size_t i = 0; i < per_class; i += block_lanes) {
    const double* row = block.arrays.p.data() + i;
    const auto below_one = [&](auto d, std::size_t k, std::size_t lane) QUALM_INLINE_LAMBDA {
      const auto value = hn::Load(d, row + k * per_class + lane);
      return hn::IfThenElseZero(hn::Lt(value, hn::Set(d, 1.0)), value);
    };
    orderless_sum_of<2>(n_classes, below_one, top + i, BlockVectors());
  }
  for (std::size_t i = 0; i < per_class; ++i) {
    const double ones = sums[i], others = top[i];
    sums[i] += others;
    top[i] = ones == 1 && others < 1 ? mirror(others / sums[i]) : 1 / sums[i];
  }
}

// Logits to mirrored probabilities, the greatest logit of each row subtracted first.
inline void softmax_rows(const Block<double>& block) {
  const Tag<double> d;
  AlignedVector<double>& greatest = block.arrays.row_max;
  AlignedVector<double>& sums = block.arrays.row_sum;
  double* tops = block.state.member_a.data();
  const auto one = hn::Set(d, 1.0);
  std::fill(greatest.begin(), greatest.end(), -std::numeric_limits<double>::infinity());
  for_each_vector(block, [&](double* p, std::size_t i) QUALM_INLINE_LAMBDA {
    hn::Store(hn::Max(hn::Load(d, greatest.data() + i), hn::Load(d, p)), d, greatest.data() + i);
  });
  std::fill(sums.begin(), sums.end(), 0.0);
  for_each_vector(block, [&](double* p, std::size_t i) QUALM_INLINE_LAMBDA {
    const auto value = exp_of_difference(d, hn::Load(d, p), hn::Load(d, greatest.data() + i));
    const auto ones = hn::IfThenElseZero(hn::Eq(value, one), one);
    hn::Store(value, d, p);
    hn::Store(hn::Add(hn::Load(d, sums.data() + i), ones), d, sums.data() + i);
  });
  sum_rows_around_top(block, tops);
  for_each_vector(block, [&](double* p, std::size_t i) QUALM_INLINE_LAMBDA {
    const auto value = hn::Load(d, p);
    const auto share = hn::Div(value, hn::Load(d, sums.data() + i));
    hn::Store(hn::IfThenElse(hn::Eq(value, one), hn::Load(d, tops + i), share), d, p);
  });
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
