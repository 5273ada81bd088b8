// SPDX-License-Identifier: Apache-2.0
#include "evaluation/support/brute_force.h"

#include <algorithm>
#include <numeric>

namespace qualm::testing {

std::vector<double> mean_errors_over_tied_orders(const Example& example) {
  std::vector<std::size_t> order(example.n());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> sums(example.n() + 1);
  double n_orders = 0;
  do {
    const bool ascends = std::is_sorted(order.begin(), order.end(), [&](auto a, auto b) {
      return example.scores[a] < example.scores[b];
    });
    if (!ascends) continue;
    ++n_orders;
    double errors = 0;
    for (std::size_t k = 1; k <= example.n(); ++k) {
      errors += example.positive[order[k - 1]];
      sums[k] += errors;
    }
  } while (std::next_permutation(order.begin(), order.end()));
  for (double& sum : sums) sum /= n_orders;
  return sums;
}

std::vector<double> mean_risks_over_tied_orders(const Example& example) {
  const std::vector<double> errors = mean_errors_over_tied_orders(example);
  std::vector<double> risks;
  for (std::size_t k = 1; k <= example.n(); ++k) {
    risks.push_back(errors[k] / static_cast<double>(k));
  }
  return risks;
}

double auroc_by_pairs(const Example& example) {
  double wins = 0, pairs = 0;
  for (std::size_t a = 0; a < example.n(); ++a) {
    for (std::size_t b = 0; b < example.n(); ++b) {
      if (example.positive[a] == 0 || example.positive[b] != 0) continue;
      ++pairs;
      if (example.scores[a] > example.scores[b]) ++wins;
      if (example.scores[a] == example.scores[b]) wins += 0.5;
    }
  }
  return wins / pairs;
}

}  // namespace qualm::testing
