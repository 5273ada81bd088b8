// SPDX-License-Identifier: Apache-2.0
// The zero-one loss: AU = E[1 - max p], EU = E[max p - p of the predicted class]. Sums of exact
// terms: relative error below 2e-6 in float lanes, 1e-14 in double lanes.
#if defined(QUALM_KERNELS_ZERO_ONE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef QUALM_KERNELS_ZERO_ONE_INL_H_
#undef QUALM_KERNELS_ZERO_ONE_INL_H_
#else
#define QUALM_KERNELS_ZERO_ONE_INL_H_
#endif

#include <limits>

#include "kernels/orderless_sum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace qualm::kernels::HWY_NAMESPACE {

// Goes on to the next class with the same mean as the predicted one, in every lane that has one.
template <class T>
bool next_tied_class(const Block<T>& block, Best& best) {
  bool found = false;
  for (std::size_t lane = 0; lane < block_lanes; ++lane) {
    for (auto k = static_cast<std::size_t>(best.where[lane]) + 1; k < block.job.n_classes; ++k) {
      if (block.state.mean[k * block_lanes + lane] != best.mean[lane]) continue;
      best.where[lane] = static_cast<double>(k);
      found = true;
      break;
    }
  }
  return found;
}

// E[shortfall(i, p of the predicted class, as it is stored)]. Where classes are tied, the rounded
// means of this can differ: the smallest counts, so that it does not matter which class is
// predicted.
template <class T, class Shortfall>
Lanes mean_shortfall(const Block<T>& block, const Best& predicted, const Shortfall& shortfall) {
  Best best = predicted;
  Lanes least;
  least.fill(std::numeric_limits<double>::infinity());
  do {
    const Lanes mean = mean_over_members(block.job, block.state, [&](std::size_t i) {
      const auto k = static_cast<std::size_t>(best.where[i % block_lanes]);
      return shortfall(i, static_cast<double>(block.probabilities(k)[i]));
    });
    for (std::size_t lane = 0; lane < block_lanes; ++lane) {
      least[lane] = std::min(least[lane], mean[lane]);
    }
  } while (next_tied_class(block, best));
  return least;
}

// E[1 - max p].
template <bool mirrored, class T>
Lanes mean_rest_of_maximum(const Block<T>& block) {
  const T* row_max = block.arrays.row_max.data();
  return mean_over_members(block.job, block.state, [row_max](std::size_t i) {
    return complement_of<mirrored>(row_max[i]);
  });
}

template <class T>
void zero_one_block(const Block<T>& block, const Best& best) {
  const T* row_max = block.arrays.row_max.data();
  with_storage(block, [&](auto mirrored) {
    const Lanes epistemic = mean_shortfall(block, best, [row_max](std::size_t i, double predicted) {
      return difference_of<decltype(mirrored)::value>(row_max[i], predicted);
    });
    store_additive(block.output(zero_one_index), block.first, block.count,
                   mean_rest_of_maximum<mirrored()>(block), epistemic);
  });
}

}  // namespace qualm::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
