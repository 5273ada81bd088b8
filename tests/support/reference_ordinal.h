// SPDX-License-Identifier: Apache-2.0
// The ordinal families by their definitions, in long double: sums over the thresholds between
// neighbouring classes. Included by reference.h.
#pragma once

#include <algorithm>
#include <cmath>

#include "support/reference_sample.h"

namespace reference {

/// What members and mean have on either side of one threshold, and how far each member is from the
/// mean there, from the side where the numbers are small.
struct Sides {
  Row below, above, shift;
  Real mean_below = 0, mean_above = 0;

  Sides(const Sample& s, std::size_t threshold) {
    for (const Row& p : s.members) {
      const auto middle = p.begin() + static_cast<std::ptrdiff_t>(threshold + 1);
      below.push_back(std::accumulate(p.begin(), middle, Real{0}));
      above.push_back(std::accumulate(middle, p.end(), Real{0}));
    }
    mean_below = s.expectation([&](std::size_t m) { return below[m]; });
    mean_above = s.expectation([&](std::size_t m) { return above[m]; });
    for (std::size_t m = 0; m < below.size(); ++m) {
      shift.push_back(mean_below <= mean_above ? below[m] - mean_below : mean_above - above[m]);
    }
  }
};

/// Sums entropy(below, above) and divergence(sides, m) over members and thresholds.
template <class Entropy, class Divergence>
Value sum_over_thresholds(const Sample& s, const Entropy& entropy, const Divergence& divergence) {
  Value v;
  for (std::size_t k = 0; k + 1 < s.n_classes(); ++k) {
    const Sides sides(s, k);
    v.aleatoric +=
        s.expectation([&](std::size_t m) { return entropy(sides.below[m], sides.above[m]); });
    v.epistemic += s.expectation([&](std::size_t m) { return divergence(sides, m); });
  }
  v.total = v.aleatoric + v.epistemic;
  return v;
}

inline Value ordinal_variance(const Sample& s) {
  return sum_over_thresholds(
      s, [](Real below, Real above) { return below * above; },
      [](const Sides& sides, std::size_t m) { return sides.shift[m] * sides.shift[m]; });
}

inline Value ordinal_entropy(const Sample& s) {
  return sum_over_thresholds(
      s, [](Real below, Real above) { return surprise(below, above) + surprise(above, below); },
      [](const Sides& sides, std::size_t m) {
        return divergence(sides.below[m], sides.mean_below, sides.shift[m]) +
               divergence(sides.above[m], sides.mean_above, -sides.shift[m]);
      });
}

inline Value ordinal_absolute(const Sample& s) {
  return sum_over_thresholds(
      s, [](Real below, Real above) { return std::min(below, above); },
      [](const Sides& sides, std::size_t m) {
        const Real chosen = sides.mean_below >= sides.mean_above ? sides.below[m] : sides.above[m];
        return std::max(sides.below[m], sides.above[m]) - chosen;
      });
}

inline Value integer_variance(const Sample& s) {
  Value v;
  v.aleatoric = s.expectation([&](std::size_t m) {
    const Row& p = s.members[m];
    const auto centre = static_cast<Real>(std::max_element(p.begin(), p.end()) - p.begin());
    Real mean = 0, variance = 0;  // of the class's number minus the centre
    for (std::size_t k = 0; k < p.size(); ++k) mean += (static_cast<Real>(k) - centre) * p[k];
    for (std::size_t k = 0; k < p.size(); ++k) {
      const Real distance = static_cast<Real>(k) - centre - mean;
      variance += distance * distance * p[k];
    }
    return variance;
  });
  Row shift(s.members.size());
  for (std::size_t k = 0; k + 1 < s.n_classes(); ++k) {
    const Sides sides(s, k);
    for (std::size_t m = 0; m < shift.size(); ++m) shift[m] += sides.shift[m];
  }
  v.epistemic = s.expectation([&](std::size_t m) { return shift[m] * shift[m]; });
  v.total = v.aleatoric + v.epistemic;
  return v;
}

}  // namespace reference
