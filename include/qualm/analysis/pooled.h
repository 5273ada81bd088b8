// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "qualm/analysis/estimate.h"
#include "qualm/analysis/prediction_set.h"
#include "qualm/analysis/score.h"
#include "qualm/progress.h"

namespace qualm {

/// AUROC of a score of out-of-distribution rows against that of in-distribution rows. Throws data
/// if a score is NaN.
[[nodiscard]] double auroc_between(std::span<const double> in, std::span<const double> out);

/// Distinct subsets of 0 ... n - 1, each ascending: all of them if there are at most `most`, else
/// `most` drawn at random. Throws usage unless 0 < size <= n and most > 0.
[[nodiscard]] std::vector<std::vector<std::size_t>> subsets_of(std::size_t n, std::size_t size,
                                                               std::size_t most,
                                                               std::uint64_t seed);

struct PooledOptions {
  std::size_t most_subsets = 200;
  std::uint64_t seed = 0;
};

/// A statistic over ensembles that were drawn from the members of all runs. Subsets share members:
/// `std` is the spread of the ensembles, not a standard error.
struct PooledSubsets {
  double mean = 0, std = 0;  ///< over subsets, ddof 0
  std::size_t n_subsets = 0, n_members = 0, size = 0;
  bool are_all = false;  ///< every subset of that size
};

/// AUROC of each score (with out-of-distribution rows as positives) over ensembles as large as a
/// run, drawn from the members of all runs: by score, then by set. All sets must have the same
/// numbers of runs, members and classes. Memory is that of all predictions as float32.
[[nodiscard]] std::vector<std::vector<PooledSubsets>> pooled_auroc(
    const PredictionSet& in, std::span<const PredictionSet* const> out,
    std::span<const Score> scores, const PooledOptions& options = {},
    const Progress& progress = {});

}  // namespace qualm
