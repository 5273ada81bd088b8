// SPDX-License-Identifier: Apache-2.0
#include "measures/credal_members.h"

#include <algorithm>
#include <numeric>

#include "measures/dirichlet_groups.h"

namespace qualm::detail {
namespace {

using Ranks = std::vector<std::size_t>;

// The numbers of a matrix as seen from its rows or from its columns.
struct Side {
  const std::vector<double>* values;
  std::size_t n, length, step, stride;  // of lines, of a line, between lines, within a line

  [[nodiscard]] double at(std::size_t line, std::size_t i) const {
    return (*values)[line * step + i * stride];
  }
};

// Ranks the lines by what they hold, read in the order of `across`, ties in it sorted by value.
// Equal lines share a rank. Returns how many ranks there are.
std::size_t rank_lines(const Side& side, const Ranks& across, Ranks& ranks) {
  std::vector<std::pair<std::size_t, double>> contents(side.n * side.length);
  for (std::size_t line = 0; line < side.n; ++line) {
    const auto first = contents.begin() + static_cast<std::ptrdiff_t>(line * side.length);
    for (std::size_t i = 0; i < side.length; ++i) {
      contents[line * side.length + i] = {across[i], side.at(line, i)};
    }
    std::sort(first, first + static_cast<std::ptrdiff_t>(side.length));
  }
  const auto content = [&](std::size_t line) {
    return std::span(contents).subspan(line * side.length, side.length);
  };
  const auto compare = [&](std::size_t a, std::size_t b) {
    if (ranks[a] != ranks[b]) return ranks[a] < ranks[b];
    return std::ranges::lexicographical_compare(content(a), content(b));
  };
  std::vector<std::size_t> order(side.n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), compare);
  Ranks result(side.n);
  std::size_t n_ranks = 1;
  for (std::size_t i = 1; i < side.n; ++i) {
    if (compare(order[i - 1], order[i])) ++n_ranks;
    result[order[i]] = n_ranks - 1;
  }
  result[order[0]] = 0;
  ranks = std::move(result);
  return n_ranks;
}

std::vector<std::size_t> order_by(const Ranks& ranks) {
  std::vector<std::size_t> order(ranks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; });
  return order;
}

// Splits the first tie: one of its lines comes before the others.
void split_tie(Ranks& ranks) {
  const std::vector<std::size_t> order = order_by(ranks);
  const std::size_t chosen =
      *std::adjacent_find(order.begin(), order.end(),
                          [&](std::size_t a, std::size_t b) { return ranks[a] == ranks[b]; });
  const std::size_t tied = ranks[chosen];
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    ranks[i] = 2 * ranks[i] + (ranks[i] == tied && i != chosen ? 1 : 0);
  }
}

// Ranks rows and columns by each other until all are distinguished but the equal columns.
void rank_both(const Side& rows, const Side& columns, Ranks& row_ranks, Ranks& column_ranks) {
  Ranks contents(columns.n);
  Ranks positions(rows.n);
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  const std::size_t n_different_columns = rank_lines(columns, positions, contents);
  std::size_t n_before = 0;
  while (true) {
    const std::size_t n_columns = rank_lines(columns, row_ranks, column_ranks);
    const std::size_t n_rows = rank_lines(rows, column_ranks, row_ranks);
    if (n_rows == rows.n && n_columns == n_different_columns) return;
    if (n_rows + n_columns == n_before) split_tie(n_rows < rows.n ? row_ranks : column_ranks);
    n_before = n_rows + n_columns;
  }
}

// The rows of weight, rescaled, each once.
std::vector<std::vector<double>> different_rows(const Members& members) {
  std::vector<std::vector<double>> rows;
  for (std::size_t m = 0; m < members.n_members; ++m) {
    if (members.weights[m] == 0) continue;
    const Point point = members.point(m);
    std::vector<double> row(point.begin(), point.end());
    const double sum = sum_of(row);
    for (double& value : row) value /= sum;
    rows.push_back(std::move(row));
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

std::vector<std::size_t> possible_classes(const std::vector<std::vector<double>>& rows) {
  std::vector<std::size_t> classes;
  for (std::size_t k = 0; k < rows[0].size(); ++k) {
    if (std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row[k] > 0; })) {
      classes.push_back(k);
    }
  }
  return classes;
}

}  // namespace

MemberSet member_set(const Members& members) {
  const std::vector<std::vector<double>> rows = different_rows(members);
  const std::vector<std::size_t> classes = possible_classes(rows);
  const std::size_t n_rows = rows.size(), n_classes = classes.size();
  std::vector<double> values;
  values.reserve(n_rows * n_classes);
  for (const std::vector<double>& row : rows) {
    for (const std::size_t k : classes) values.push_back(row[k]);
  }
  Ranks row_ranks(n_rows), column_ranks(n_classes);
  // Different members that are certain make a unit matrix in any order.
  if (std::any_of(values.begin(), values.end(), [](double x) { return x > 0 && x < 1; })) {
    rank_both({&values, n_rows, n_classes, n_classes, 1},
              {&values, n_classes, n_rows, 1, n_classes}, row_ranks, column_ranks);
  }
  const std::vector<std::size_t> columns = order_by(column_ranks);
  MemberSet set{n_rows, n_classes, {}, {}};
  for (const std::size_t m : order_by(row_ranks)) {
    for (const std::size_t k : columns) set.points.push_back(values[m * n_classes + k]);
    const std::vector<double> rests = sums_of_others(set.point(set.points.size() / n_classes - 1));
    set.rests.insert(set.rests.end(), rests.begin(), rests.end());
  }
  return set;
}

}  // namespace qualm::detail
