// SPDX-License-Identifier: Apache-2.0
#include "measures/credal_interval_minimum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "measures/credal_entropy.h"
#include "measures/credal_knapsack.h"

namespace qualm::detail {
namespace {

// The part of the set where `top` has a probability of 1/2 or more.
Knapsack with_majority(const IntervalSet& set, std::size_t top) {
  Knapsack problem;
  problem.rest_low = set.upper_rest[top];
  problem.rest_high = std::min(set.lower_rest[top], 0.5);
  for (std::size_t k = 0; k < set.n_classes(); ++k) {
    if (k != top) problem.add(k, set.lower[k], std::min(set.upper[k], problem.rest_high));
  }
  return problem;
}

// The part of the set where no class has more than 1/2. The first class is the one of the greatest
// upper bound.
Knapsack without_majority(const IntervalSet& set) {
  Knapsack problem;
  problem.rest_low = std::max(set.upper_rest[0], 0.5);
  problem.rest_high = set.lower_rest[0];
  for (std::size_t k = 1; k < set.n_classes(); ++k) {
    problem.add(k, set.lower[k], std::min(set.upper[k], 0.5));
  }
  return problem;
}

}  // namespace

IntervalMinimum interval_minimum(const IntervalSet& set, double greatest, std::size_t most_nodes) {
  IntervalMinimum result;
  if (set.lower == set.upper) {
    result.point = set.lower;
    result.entropy = result.bound = entropy_of_point(set.lower);
    return result;
  }
  KnapsackSearch search(greatest, most_nodes);
  for (std::size_t k = 0; k < set.n_classes() && set.upper[k] > 0.5; ++k) {
    search.run(with_majority(set, k), k);
  }
  if (set.lower_rest[0] >= 0.5) search.run(without_majority(set), 0);
  return search.result(set.n_classes());
}

}  // namespace qualm::detail
