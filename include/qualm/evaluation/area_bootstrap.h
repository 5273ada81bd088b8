// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "qualm/evaluation/inference.h"
#include "qualm/evaluation/rejection.h"

namespace qualm {

/// The bootstrap of rejection_statistics, for one score of the same rows after the other. The draws
/// and the intervals are those of bootstrap(), up to rounding (1e-12), at a fraction of the cost: a
/// replicate is a walk over the rows as they are sorted, and only wrong rows cost a division. Draws
/// are kept for the next score while they take at most 128 MB.
class AreaBootstrap {
 public:
  /// Throws usage for no replicate or unless 0 < level < 1.
  AreaBootstrap(AreaRule rule, Optimum optimum, const BootstrapOptions& options);

  /// One result per statistic, in the order of rejection_statistics.
  [[nodiscard]] std::vector<Bootstrap> operator()(const Tally& tally,
                                                  const Progress& progress = {});

 private:
  void draw(const Tally& tally);

  AreaRule rule_;
  Optimum optimum_;
  BootstrapOptions options_;
  std::uint64_t n_negative_ = 0, n_positive_ = 0;  // of the rows that were drawn from
  std::vector<std::uint8_t> drawn_;                // times, row by row, replicate by replicate
};

}  // namespace qualm
