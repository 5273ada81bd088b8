// SPDX-License-Identifier: Apache-2.0
#include "qualm/evaluation/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

#include "qualm/error.h"

namespace qualm {
namespace {

void check_few_enough(std::span<const Tally> tallies) {
  std::uint64_t n_rows = 0;
  for (const Tally& tally : tallies) n_rows += tally.n_rows();
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  if (n_rows > most) throw_data(fmt::format("{} rows; evaluate at most {}", n_rows, most));
}

/// The tally and the group of it that come next.
struct Next {
  double score;
  std::size_t tally, group;
};
struct IsLater {
  bool operator()(const Next& a, const Next& b) const noexcept { return a.score > b.score; }
};

}  // namespace

std::size_t rows_to_sort() noexcept {
  // A ranking takes and works in 40 bytes per row, a tally in 16.
  constexpr std::uint64_t bytes_per_row = 56;
  constexpr std::uint64_t fewest = 1024, most = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::size_t>(std::clamp(column_memory() / 4 / bytes_per_row, fewest, most));
}

Tally merge(std::span<const Tally> tallies) {
  if (tallies.size() == 1) return tallies[0];
  check_few_enough(tallies);
  std::priority_queue<Next, std::vector<Next>, IsLater> queue;
  std::size_t most_groups = 0;
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    most_groups = std::max(most_groups, tallies[i].n_groups());
    if (tallies[i].n_groups() > 0) queue.push({tallies[i].scores->front(), i, 0});
  }
  Column<double> scores;
  Column<std::uint32_t> negatives, positives;
  scores.reserve(most_groups);
  negatives.reserve(most_groups);
  positives.reserve(most_groups);
  while (!queue.empty()) {
    const Next next = queue.top();
    queue.pop();
    const Tally& from = tallies[next.tally];
    std::size_t group = next.group;
    // As long as this tally's scores come first there is no need to ask the others.
    do {
      const double score = (*from.scores)[group];
      if (scores.empty() || scores.back() != score) {
        scores.push_back(score);
        negatives.push_back(0);
        positives.push_back(0);
      }
      negatives.back() += from.negatives[group];
      positives.back() += from.positives[group];
      ++group;
    } while (group < from.n_groups() &&
             (queue.empty() || (*from.scores)[group] <= queue.top().score));
    if (group < from.n_groups()) queue.push({(*from.scores)[group], next.tally, group});
  }
  Tally merged(std::move(scores), Counts(negatives), Counts(positives));
  merged.threads = tallies.empty() ? 0 : tallies[0].threads;
  return merged;
}

Column<std::uint64_t> place(const Tally& all, std::span<const double> scores, Kind kind,
                            std::uint64_t n_beyond) {
  Column<std::uint64_t> placed(scores.size());
  const bool is_positive = kind == Kind::positive;
  const Counts& others = is_positive ? all.negatives : all.positives;
  // Of the other kind: below this score; above it are all but these and the equal ones.
  std::uint64_t below = 0;
  std::size_t group = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    for (; group < all.n_groups() && (*all.scores)[group] < scores[i]; ++group) {
      below += others[group];
    }
    const bool is_there = group < all.n_groups() && (*all.scores)[group] == scores[i];
    const std::uint64_t equal = is_there ? others[group] : 0;
    const std::uint64_t passed = is_positive ? below : all.n_positive - below - equal;
    placed[i] = 2 * (passed + n_beyond) + equal;
  }
  return placed;
}

GroupedRows::GroupedRows(std::span<const double> row_scores)
    : group(row_scores.size()), scores(std::make_shared<const Column<double>>()) {
  if (row_scores.empty()) return;
  const Ranking ranking(row_scores);
  scores = ranking.scores();
  counts.resize(ranking.n_groups());
  for (std::size_t i = 0; i < ranking.n_groups(); ++i) {
    const auto rows = ranking.rows(i);
    counts[i] = static_cast<std::uint32_t>(rows.size());
    for (const std::uint32_t row : rows) group[row] = static_cast<std::uint32_t>(i);
  }
}

Tally GroupedRows::tally(Kind kind) const {
  Counts own(counts), none(Column<std::uint8_t>(counts.size(), 0), {});
  Tally tally({}, {}, {});
  tally.scores = scores;
  tally.negatives = kind == Kind::negative ? own : none;
  tally.positives = kind == Kind::negative ? none : own;
  (kind == Kind::negative ? tally.n_negative : tally.n_positive) = group.size();
  return tally;
}

}  // namespace qualm
