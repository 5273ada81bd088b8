// SPDX-License-Identifier: Apache-2.0
#include "measures/credal_tv_ball.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <vector>

#include "measures/credal_entropy.h"

namespace qualm::detail {
namespace {

// Takes `mass` from the smallest entries, one after the other, and gives it to the greatest.
std::vector<double> most_certain(std::vector<double> sorted, double mass) {
  for (std::size_t k = 0; k + 1 < sorted.size(); ++k) {
    const double taken = std::min(mass, sorted[k]);
    sorted[k] -= taken;
    sorted.back() += taken;
    mass -= taken;
  }
  return sorted;
}

// The level to which entries, from the first on, are moved by `mass` in all.
template <class Iterator>
double level_after(Iterator first, Iterator last, double mass) {
  const bool rising = *first < *std::prev(last);
  double n = 1;
  double level = *first;
  for (++first; first != last; ++first, ++n) {
    const double cost = n * std::abs(*first - level);
    if (cost >= mass) break;
    mass -= cost;
    level = *first;
  }
  return rising ? level + mass / n : level - mass / n;
}

// Takes `mass` from the greatest entries and gives it to the smallest, both level with each other.
std::vector<double> most_even(std::vector<double> sorted, double mass) {
  const double n = static_cast<double>(sorted.size());
  const double sum = std::accumulate(sorted.begin(), sorted.end(), 0.0);
  double to_level = 0;  // all of them
  for (const double x : sorted) to_level += std::max(0.0, sum / n - x);
  if (mass >= to_level) return std::vector<double>(sorted.size(), sum / n);
  const double floor = level_after(sorted.begin(), sorted.end(), mass);
  const double ceiling = level_after(sorted.rbegin(), sorted.rend(), mass);
  for (double& x : sorted) x = std::min(std::max(x, floor), std::max(floor, ceiling));
  return sorted;
}

}  // namespace

EntropyBounds tv_ball_entropy(std::span<const double> centre, double radius) {
  std::vector<double> sorted(centre.begin(), centre.end());
  std::sort(sorted.begin(), sorted.end());
  const std::vector<double> least = most_certain(sorted, radius);
  const std::vector<double> greatest = most_even(std::move(sorted), radius);
  EntropyBounds bounds;
  bounds.lower = entropy_of_point(least);
  bounds.upper = std::max(bounds.lower, entropy_of_point(greatest));
  bounds.difference = std::max(0.0, entropy_difference(greatest, least));
  return bounds;
}

}  // namespace qualm::detail
