// SPDX-License-Identifier: Apache-2.0
#include "analysis/rank_rows.h"

#include <algorithm>
#include <numeric>

#include "qualm/analysis/score_table.h"

namespace qualm {

RankedRows::RankedRows(const PredictionSet& set, const ExplainRequest& request,
                       const Progress& progress) {
  ScoreTable table = collect_scores(set, {{request.by}, request.measures, {}, true}, progress);
  by = table.names[0];
  infinite.add(table);
  const Column<std::uint32_t>& classes = predicted_classes(table);
  predicted.assign(classes.begin(), classes.end());
  scores = mean_over_runs(table, 0);
}

std::vector<std::size_t> RankedRows::greatest(std::size_t count) const {
  std::vector<std::size_t> rows(scores.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  const auto end = rows.begin() + static_cast<std::ptrdiff_t>(std::min(count, rows.size()));
  std::partial_sort(rows.begin(), end, rows.end(), [&](std::size_t a, std::size_t b) {
    return scores[a] > scores[b] || (scores[a] == scores[b] && a < b);
  });
  rows.erase(end, rows.end());
  return rows;
}

}  // namespace qualm
