// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "page/scored_set.h"

namespace qualm::page {

/// How many rows lie where in the plane of aleatoric and epistemic uncertainty. Bins are equal
/// steps of the square root of share of the greatest value, as most rows lie near zero.
struct Density {
  static constexpr std::size_t n_bins = 56;
  struct Group {
    std::size_t set = 0;
    int wrong = -1;              ///< 0 right, 1 wrong, -1 not known
    std::vector<double> counts;  ///< n_bins rows of n_bins, aleatoric fastest
  };
  double greatest_aleatoric = 0, greatest_epistemic = 0;
  std::vector<Group> groups;
};

/// `aleatoric` and `epistemic` number the scores.
[[nodiscard]] Density density(const std::vector<ScoredSet>& sets, std::size_t aleatoric,
                              std::size_t epistemic);

}  // namespace qualm::page
