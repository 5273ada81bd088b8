// SPDX-License-Identifier: Apache-2.0
#include "page/telling_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace qualm::page {
namespace {

/// Marks the `count` rows with the greatest value, the lower row where tied.
void take_greatest(std::span<const double> values, std::size_t count, std::vector<bool>& taken) {
  std::vector<std::size_t> rows(values.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  const auto end = rows.begin() + static_cast<std::ptrdiff_t>(std::min(count, rows.size()));
  const auto before = [&](std::size_t a, std::size_t b) {
    return values[a] > values[b] || (values[a] == values[b] && a < b);
  };
  if (end != rows.end()) std::nth_element(rows.begin(), end, rows.end(), before);
  for (auto row = rows.begin(); row != end; ++row) taken[*row] = true;
}

/// Minus the total uncertainty of wrong rows: the greatest are the errors made with confidence.
std::vector<double> confident_errors(const ScoredSet& set, std::size_t total) {
  std::vector<double> values(set.table.n_rows, -std::numeric_limits<double>::infinity());
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (set.is_wrong(row)) values[row] = -set.score(total)[row];
  }
  return values;
}

/// What rows are worth looking at for: epistemic uncertainty, or total where there is none of it,
/// as of a single member.
Part leading_part(const ScoredSet& set, const Measure& measure) {
  const auto score = score_of(set, measure, Part::epistemic);
  if (!score) return Part::total;
  const std::span<const double> values = set.score(*score);
  const bool has_some = std::any_of(values.begin(), values.end(), [](double v) { return v > 0; });
  return has_some ? Part::epistemic : Part::total;
}

std::vector<bool> choose(const ScoredSet& set, const std::vector<Measure>& measures, Part leading,
                         std::size_t n_rows) {
  const std::size_t n = set.table.n_rows;
  if (n <= n_rows) return std::vector<bool>(n, true);
  std::vector<bool> taken(n, false);
  const auto share = [&](double of) { return static_cast<std::size_t>(of * double(n_rows)); };
  const auto take = [&](Part part, double of) {
    if (const auto score = score_of(set, measures[0], part)) {
      take_greatest(set.score(*score), share(of), taken);
    }
  };
  const auto take_gaps = [&](Part part, double of) {
    const auto one = score_of(set, measures[0], part);
    const auto other = measures.size() > 1 ? score_of(set, measures[1], part) : std::nullopt;
    if (one && other) take_greatest(rank_gaps(set, *one, *other), share(of), taken);
  };
  take(leading, 0.4);
  take(Part::aleatoric, 0.15);
  take_gaps(Part::epistemic, 0.1);
  take_gaps(Part::total, 0.05);
  take_gaps(Part::aleatoric, 0.05);
  if (set.has_labels()) {
    const std::size_t total = score_of(set, measures[0], Part::total).value_or(0);
    take_greatest(confident_errors(set, total), share(0.15), taken);
  }
  std::vector<std::size_t> others;
  for (std::size_t row = 0; row < n; ++row) {
    if (!taken[row]) others.push_back(row);
  }
  const std::size_t n_left = n_rows - (n - others.size());
  for (std::size_t i = 0; i < n_left; ++i) taken[others[i * others.size() / n_left]] = true;
  return taken;
}

}  // namespace

std::vector<double> rank_gaps(const ScoredSet& set, std::size_t one, std::size_t other) {
  std::vector<double> gaps(set.table.n_rows);
  for (std::size_t row = 0; row < gaps.size(); ++row) {
    gaps[row] = std::abs(double(set.ranks[one][row]) - double(set.ranks[other][row]));
  }
  return gaps;
}

std::vector<RowRef> telling_rows(const std::vector<ScoredSet>& sets,
                                 const std::vector<Measure>& measures, std::size_t n_rows) {
  const Part leading = leading_part(sets[0], measures[0]);
  const std::size_t by = score_of(sets[0], measures[0], leading).value_or(0);
  std::vector<RowRef> chosen;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const std::vector<bool> taken =
        choose(sets[s], measures, leading, s == 0 ? n_rows : (n_rows + 3) / 4);
    for (std::size_t row = 0; row < taken.size(); ++row) {
      if (taken[row]) chosen.push_back({s, row});
    }
  }
  std::stable_sort(chosen.begin(), chosen.end(), [&](const RowRef& a, const RowRef& b) {
    return sets[a.set].score(by)[a.row] > sets[b.set].score(by)[b.row];
  });
  return chosen;
}

}  // namespace qualm::page
