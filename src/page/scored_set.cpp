// SPDX-License-Identifier: Apache-2.0
#include "page/scored_set.h"

#include <algorithm>
#include <utility>

#include "qualm/evaluation/ranking.h"

namespace qualm::page {
namespace {

std::vector<std::uint32_t> ranks_within(const Ranking& ranking) {
  std::vector<std::uint32_t> ranks(ranking.n_rows());
  std::uint32_t before = 0;
  for (std::size_t group = ranking.n_groups(); group-- > 0;) {
    for (const std::uint32_t row : ranking.rows(group)) ranks[row] = before++;
  }
  return ranks;
}

std::vector<std::uint32_t> ranks_among(const Ranking& ranking, std::span<const double> scores) {
  std::vector<std::uint32_t> n_greater(ranking.n_groups() + 1, 0);
  for (std::size_t group = ranking.n_groups(); group-- > 0;) {
    n_greater[group] =
        n_greater[group + 1] + static_cast<std::uint32_t>(ranking.rows(group).size());
  }
  const Column<double>& distinct = *ranking.scores();
  std::vector<std::uint32_t> ranks;
  ranks.reserve(scores.size());
  for (const double score : scores) {
    const auto above = std::upper_bound(distinct.begin(), distinct.end(), score);
    ranks.push_back(n_greater[static_cast<std::size_t>(above - distinct.begin())]);
  }
  return ranks;
}

}  // namespace

std::optional<std::size_t> score_of(const ScoredSet& set, const Measure& measure, Part part) {
  const std::vector<std::string>& names = set.table.names;
  const auto found = std::find(names.begin(), names.end(), name(Score{measure, part}));
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

ScoredSet score_set(ScoreTable table) {
  ScoredSet set;
  set.table = std::move(table);
  const std::vector<RunScores>& runs = set.table.runs;
  if (runs.size() == 1) return set;
  for (std::size_t score = 0; score < set.table.names.size(); ++score) {
    set.means.push_back(mean_over_runs(set.table, score));
  }
  return set;
}

void rank_sets(std::span<ScoredSet> sets) {
  for (std::size_t score = 0; score < sets[0].table.names.size(); ++score) {
    const Ranking ranking(sets[0].score(score));
    sets[0].ranks.push_back(ranks_within(ranking));
    for (ScoredSet& set : sets.subspan(1)) {
      set.ranks.push_back(ranks_among(ranking, set.score(score)));
    }
  }
}

}  // namespace qualm::page
