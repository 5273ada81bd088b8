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

// From the numbers e^x of each row, the greatest of which are one, and how many those are, in
// row_sum: what turns the others into probabilities, in row_sum, and `top`, the probability of the
// greatest as it is stored. Where it is above one half it follows from the sum of the others.
inline void share_rows(const Block<double>& block, double* HWY_RESTRICT top) {
  const std::size_t n_classes = block.job.n_classes;
  const std::size_t per_class = block.job.n_members * block_lanes;
  double* shares = block.arrays.row_sum.data();
  for (std::size_t i = 0; i < per_class; i += block_lanes) {
    const double* row = block.arrays.p.data() + i;
    const auto below_one = [&](auto d, std::size_t k, std::size_t lane) QUALM_INLINE_LAMBDA {
      const auto value = hn::Load(d, row + k * per_class + lane);
      return hn::IfThenElseZero(hn::Lt(value, hn::Set(d, 1.0)), value);
    };
    orderless_sum_of<2>(n_classes, below_one, top + i, BlockVectors());
  }
  for (std::size_t i = 0; i < per_class; ++i) {
    const double ones = shares[i], others = top[i];
    shares[i] = 1 / (ones + others);
    top[i] = ones == 1 && others < 1 ? mirror(others * shares[i]) : shares[i];
  }
}

// Logits to mirrored probabilities, the greatest logit of each row subtracted first. True if a
// logit may be NaN or infinite: such a number times zero is not zero.
inline bool softmax_rows(const Block<double>& block) {
  const Tag<double> d;
  AlignedVector<double>& greatest = block.arrays.row_max;
  AlignedVector<double>& shares = block.arrays.row_sum;
  double* tops = block.state.member_a.data();
  const auto one = hn::Set(d, 1.0);
  std::fill(greatest.begin(), greatest.end(), -std::numeric_limits<double>::infinity());
  auto zeros = hn::Zero(d);
  for_each_vector(block, [&](double* p, std::size_t i) QUALM_INLINE_LAMBDA {
    const auto logit = hn::Load(d, p);
    zeros = hn::Add(zeros, hn::Mul(logit, hn::Zero(d)));
    hn::Store(hn::Max(hn::Load(d, greatest.data() + i), logit), d, greatest.data() + i);
  });
  std::fill(shares.begin(), shares.end(), 0.0);
  for_each_vector(block, [&](double* p, std::size_t i) QUALM_INLINE_LAMBDA {
    const auto value = exp_of_difference(d, hn::Load(d, p), hn::Load(d, greatest.data() + i));
    const auto ones = hn::IfThenElseZero(hn::Eq(value, one), one);
    hn::Store(value, d, p);
    hn::Store(hn::Add(hn::Load(d, shares.data() + i), ones), d, shares.data() + i);
  });
  share_rows(block, tops);
  for_each_vector(block, [&](double* p, std::size_t i) QUALM_INLINE_LAMBDA {
    const auto value = hn::Load(d, p);
    const auto share = hn::Mul(value, hn::Load(d, shares.data() + i));
    hn::Store(hn::IfThenElse(hn::Eq(value, one), hn::Load(d, tops + i), share), d, p);
  });
  return !hn::AllTrue(d, hn::Eq(zeros, hn::Zero(d)));
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
