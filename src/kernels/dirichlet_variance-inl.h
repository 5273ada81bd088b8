// SPDX-License-Identifier: Apache-2.0
// The variances of Theta ~ Dirichlet(alpha): TU is that of a label under the mean, of which
// AU = alpha_0 / (alpha_0 + 1) and EU = 1 / (alpha_0 + 1). Relative error below 1e-14.
#if defined(QUALM_KERNELS_DIRICHLET_VARIANCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_DIRICHLET_VARIANCE_INL_H_
#undef QUALM_KERNELS_DIRICHLET_VARIANCE_INL_H_
#else
#define QUALM_KERNELS_DIRICHLET_VARIANCE_INL_H_
#endif

#include "kernels/dirichlet_thresholds-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// For sums over products of two concentrations.
inline RowUnits variance_units(const DirichletBlock& block) {
  RowUnits units;
  for (std::size_t lane = 0; lane < block_lanes; ++lane) {
    const double sum = block.sum[lane];
    units.aleatoric[lane] = 1 / (sum * (sum + 1));
    units.epistemic[lane] = units.aleatoric[lane] / sum;
  }
  return units;
}

// A class and all others are a pair, of which no more than the smaller one is needed.
inline void use_smaller_of_pairs(const DirichletBlock& block) {
  Lanes smaller;
  for (std::size_t lane = 0; lane < block_lanes; ++lane) {
    smaller[lane] = std::min(block.greatest[lane], block.others[lane]);
  }
  block.set_greatest(smaller);
}

inline void dirichlet_variance(const DirichletBlock& block) {
  const DoubleTag d;
  use_smaller_of_pairs(block);
  double* HWY_RESTRICT products = block.scratch.class_parts.aleatoric.data();
  for_lanes([&](std::size_t lane) QUALM_INLINE_LAMBDA {
    const DoubleVec sum = load_lanes(block.sum, lane);
    for (std::size_t k = 0; k < block.n_classes(); ++k) {
      const DoubleVec alpha = block.alpha_of(k, lane);
      hn::Store(hn::Mul(alpha, hn::Sub(sum, alpha)), d, products + k * block_lanes + lane);
    }
  });
  store_label_wise(block, dirichlet_variance_index, products, products, variance_units(block));
}

// Stores a family that is a sum over products of two concentrations.
inline void store_products(const DirichletBlock& block, DirichletIndex family, const Lanes& sums) {
  RowUnits parts = variance_units(block);
  for (std::size_t lane = 0; lane < block_lanes; ++lane) {
    parts.aleatoric[lane] *= sums[lane];
    parts.epistemic[lane] *= sums[lane];
  }
  store_parts(block, block.job.families[family], parts.aleatoric, parts.epistemic);
}

inline void dirichlet_ordinal_variance(const DirichletBlock& block) {
  alignas(64) Lanes sums;
  for_lanes([&](std::size_t lane) QUALM_INLINE_LAMBDA {
    DoubleVec products = hn::Zero(DoubleTag());
    for_thresholds(block, lane, [&](DoubleVec below, DoubleVec above) QUALM_INLINE_LAMBDA {
      products = mul_add(DoubleTag(), below, above, products);
    });
    hn::Store(products, DoubleTag(), sums.data() + lane);
  });
  store_products(block, dirichlet_ordinal_variance_index, sums);
}

// Covariances of thresholds j <= k: what is below j times what is above k.
inline void dirichlet_integer_variance(const DirichletBlock& block) {
  alignas(64) Lanes sums;
  for_lanes([&](std::size_t lane) QUALM_INLINE_LAMBDA {
    DoubleVec products = hn::Zero(DoubleTag()), before = products;
    for_thresholds(block, lane, [&](DoubleVec below, DoubleVec above) QUALM_INLINE_LAMBDA {
      const DoubleVec twice_and_once = hn::Add(hn::Add(before, before), below);
      before = hn::Add(before, below);
      products = mul_add(DoubleTag(), twice_and_once, above, products);
    });
    hn::Store(products, DoubleTag(), sums.data() + lane);
  });
  store_products(block, dirichlet_integer_variance_index, sums);
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
