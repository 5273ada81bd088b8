// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "qualm/analysis/explain.h"
#include "qualm/analysis/infinite_rows.h"

namespace qualm {

/// Every row's score and predicted class, of the mean over the runs.
struct RankedRows {
  std::string by;
  std::vector<double> scores;
  std::vector<std::uint32_t> predicted;
  InfiniteRows infinite;

  RankedRows(const PredictionSet& set, const ExplainRequest& request, const Progress& progress);
  /// The `count` rows with the greatest score, the lower row where tied.
  [[nodiscard]] std::vector<std::size_t> greatest(std::size_t count) const;
};

}  // namespace qualm
