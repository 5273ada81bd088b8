// SPDX-License-Identifier: Apache-2.0
// The power entropies of Theta ~ Dirichlet(alpha). With r = q - 1 and m = E Theta, of a class
//   E Theta^q = m exp(-r [rise(alpha_0) - rise(a)]) = m^q exp(r [excess(a) - excess(alpha_0)]),
// see gamma_ratio.h. Differences are formed as for the entropies, their limit. Relative error below
// 1e-10.
#if defined(QUALM_KERNELS_DIRICHLET_TSALLIS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_DIRICHLET_TSALLIS_INL_H_
#undef QUALM_KERNELS_DIRICHLET_TSALLIS_INL_H_
#else
#define QUALM_KERNELS_DIRICHLET_TSALLIS_INL_H_
#endif

#include "kernels/dirichlet_block-inl.h"
#include "kernels/exponential-inl.h"
#include "kernels/gamma_ratio-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

inline void dirichlet_tsallis(const DirichletBlock& block, const PowerOutput& power) {
  const DoubleTag d;
  const GammaRatio& ratio = power.ratio;
  leave_dominant_out(block);
  // The dominant class has a place behind the others.
  double* HWY_RESTRICT aleatoric = block.scratch.class_parts.aleatoric.data();
  double* HWY_RESTRICT epistemic = block.scratch.class_parts.epistemic.data();
  for_lanes([&](std::size_t lane) QUALM_INLINE_LAMBDA {
    const DoubleVec sum = load_lanes(block.sum, lane);
    const auto of_sum = gamma_ratio_of(d, ratio, sum);
    // From the difference to the sum: m - E Theta^q and E Theta^q - m^q, times alpha_0.
    const auto store = [&](std::size_t k, DoubleVec alpha, DoubleVec rise,
                           DoubleVec excess) QUALM_INLINE_LAMBDA {
      const DoubleVec minus_power = hn::Set(d, -ratio.power);
      const auto over_mean = exponential_of(d, hn::Mul(minus_power, rise));
      const auto under_power_of_mean = exponential_of(d, hn::Mul(minus_power, excess));
      const DoubleVec moment = hn::Mul(alpha, over_mean.value);
      hn::Store(hn::Mul(alpha, over_mean.less_one), d, aleatoric + k * block_lanes + lane);
      hn::Store(hn::Mul(moment, under_power_of_mean.less_one), d,
                epistemic + k * block_lanes + lane);
    };
    for (std::size_t k = 0; k < block.n_classes(); ++k) {
      const DoubleVec alpha = block.alpha_of(k, lane);
      const auto here = gamma_ratio_of(d, ratio, alpha);
      store(k, alpha, hn::Sub(of_sum.rise, here.rise), hn::Sub(here.excess, of_sum.excess));
    }
    const DoubleVec greatest = load_lanes(block.greatest, lane);
    const DoubleVec others = load_lanes(block.others, lane);
    const auto change = gamma_ratio_change(d, ratio, greatest, hn::Min(greatest, others), sum);
    store(block.n_classes(), hn::IfThenElseZero(hn::Gt(greatest, others), greatest), change.rise,
          change.excess);
  });
  RowUnits parts;
  orderless_sums<2>(aleatoric, block.n_classes() + 1, block_lanes, nullptr, parts.aleatoric.data());
  orderless_sums<2>(epistemic, block.n_classes() + 1, block_lanes, nullptr, parts.epistemic.data());
  for (std::size_t lane = 0; lane < block_lanes; ++lane) {
    const double unit = -1 / (ratio.power * block.sum[lane]);
    parts.aleatoric[lane] *= unit;
    parts.epistemic[lane] *= unit;
  }
  store_parts(block, power.output, parts.aleatoric, parts.epistemic);
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
