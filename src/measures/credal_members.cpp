// SPDX-License-Identifier: Apache-2.0
#include "measures/credal_members.h"

#include <algorithm>
#include <numeric>

#include "measures/credal_order.h"

namespace qualm::detail {
namespace {

// The rows of weight, each once.
std::vector<Point> different_rows(const Members& members) {
  std::vector<Point> rows;
  for (std::size_t m = 0; m < members.n_members; ++m) {
    if (members.weights[m] > 0) rows.push_back(members.point(m));
  }
  std::sort(rows.begin(), rows.end(), std::ranges::lexicographical_compare);
  rows.erase(std::unique(rows.begin(), rows.end(), std::ranges::equal), rows.end());
  return rows;
}

std::vector<std::size_t> possible_classes(const std::vector<Point>& rows) {
  std::vector<std::size_t> classes;
  for (std::size_t k = 0; k < rows[0].size(); ++k) {
    if (std::any_of(rows.begin(), rows.end(), [&](Point row) { return row[k] > 0; })) {
      classes.push_back(k);
    }
  }
  return classes;
}

// Rescales a row to sum one. The rest of a class above 1/2 is the sum of the others.
void rescale(std::span<double> row, std::span<double> rests) {
  const double sum = std::accumulate(row.begin(), row.end(), 0.0);
  for (double& x : row) x /= sum;
  for (std::size_t k = 0; k < row.size(); ++k) rests[k] = 1 - row[k];
  const auto top = static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin());
  if (row[top] <= 0.5) return;
  rests[top] = 0;
  for (std::size_t k = 0; k < row.size(); ++k) rests[top] += k == top ? 0 : row[k];
}

}  // namespace

MemberSet member_set(const Members& members) {
  const std::vector<Point> rows = different_rows(members);
  const std::vector<std::size_t> classes = possible_classes(rows);
  const std::size_t n_rows = rows.size(), n_classes = classes.size();
  std::vector<double> values;
  values.reserve(n_rows * n_classes);
  for (const Point row : rows) {
    for (const std::size_t k : classes) values.push_back(row[k]);
  }
  const MatrixOrder order = canonical_order(values, n_rows, n_classes);
  MemberSet set{n_rows, n_classes, {}, std::vector<double>(values.size())};
  set.points.reserve(values.size());
  for (const std::size_t m : order.rows) {
    for (const std::size_t k : order.columns) set.points.push_back(values[m * n_classes + k]);
  }
  for (std::size_t m = 0; m < n_rows; ++m) {
    rescale(std::span(set.points).subspan(m * n_classes, n_classes),
            std::span(set.rests).subspan(m * n_classes, n_classes));
  }
  return set;
}

}  // namespace qualm::detail
