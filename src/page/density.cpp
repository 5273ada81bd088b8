// SPDX-License-Identifier: Apache-2.0
#include "page/density.h"

#include <algorithm>
#include <cmath>

namespace qualm::page {
namespace {

std::size_t bin(double value, double greatest) {
  if (!(value > 0)) return 0;
  if (!(value < greatest)) return Density::n_bins - 1;  // infinite ones too
  const double place = std::sqrt(value / greatest) * static_cast<double>(Density::n_bins);
  return std::min(static_cast<std::size_t>(place), Density::n_bins - 1);
}

double greatest_of(const std::vector<ScoredSet>& sets, std::size_t score) {
  double greatest = 0;
  for (const ScoredSet& set : sets) {
    for (const double value : set.score(score)) {
      if (std::isfinite(value)) greatest = std::max(greatest, value);
    }
  }
  return greatest;
}

}  // namespace

Density density(const std::vector<ScoredSet>& sets, std::size_t aleatoric, std::size_t epistemic) {
  Density result{greatest_of(sets, aleatoric), greatest_of(sets, epistemic), {}};
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const ScoredSet& set = sets[s];
    const std::size_t first = result.groups.size();
    const std::vector<double> none(Density::n_bins * Density::n_bins, 0.0);
    if (set.has_labels()) {
      result.groups.push_back({s, 0, none});
      result.groups.push_back({s, 1, none});
    } else {
      result.groups.push_back({s, -1, none});
    }
    const std::span<const double> x = set.score(aleatoric);
    const std::span<const double> y = set.score(epistemic);
    for (std::size_t row = 0; row < x.size(); ++row) {
      const std::size_t group = first + (set.has_labels() && set.is_wrong(row) ? 1 : 0);
      result.groups[group].counts[bin(y[row], result.greatest_epistemic) * Density::n_bins +
                                  bin(x[row], result.greatest_aleatoric)] += 1;
    }
  }
  return result;
}

}  // namespace qualm::page
