// SPDX-License-Identifier: Apache-2.0
#include "measures/credal_order.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

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

// Rows by their extremes, where those differ, and columns by what the rows hold.
std::optional<MatrixOrder> order_by_extremes(const Side& rows, const Side& columns) {
  std::vector<std::pair<double, double>> extremes(rows.n);
  for (std::size_t m = 0; m < rows.n; ++m) {
    const auto row = std::span(*rows.values).subspan(m * rows.step, rows.length);
    const auto [least, most] = std::minmax_element(row.begin(), row.end());
    extremes[m] = {*most, *least};
  }
  MatrixOrder order{std::vector<std::size_t>(rows.n), std::vector<std::size_t>(columns.n)};
  std::iota(order.rows.begin(), order.rows.end(), std::size_t{0});
  std::sort(order.rows.begin(), order.rows.end(),
            [&](std::size_t a, std::size_t b) { return extremes[a] < extremes[b]; });
  const auto are_equal = [&](std::size_t a, std::size_t b) { return extremes[a] == extremes[b]; };
  if (std::adjacent_find(order.rows.begin(), order.rows.end(), are_equal) != order.rows.end()) {
    return std::nullopt;
  }
  std::iota(order.columns.begin(), order.columns.end(), std::size_t{0});
  std::sort(order.columns.begin(), order.columns.end(), [&](std::size_t a, std::size_t b) {
    for (const std::size_t m : order.rows) {
      if (columns.at(a, m) != columns.at(b, m)) return columns.at(a, m) < columns.at(b, m);
    }
    return false;
  });
  return order;
}

}  // namespace

MatrixOrder canonical_order(const std::vector<double>& values, std::size_t n_rows,
                            std::size_t n_columns) {
  const Side rows{&values, n_rows, n_columns, n_columns, 1};
  const Side columns{&values, n_columns, n_rows, 1, n_columns};
  if (std::optional<MatrixOrder> order = order_by_extremes(rows, columns)) return *std::move(order);
  Ranks row_ranks(n_rows), column_ranks(n_columns);
  // Different members that are certain make a unit matrix in any order.
  if (std::any_of(values.begin(), values.end(), [](double x) { return x > 0 && x < 1; })) {
    rank_both(rows, columns, row_ranks, column_ranks);
  }
  return {order_by(row_ranks), order_by(column_ranks)};
}

}  // namespace qualm::detail
