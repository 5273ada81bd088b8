// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include "evaluation/distributions.h"
#include "evaluation/sums.h"
#include "evaluation/undefined.h"
#include "qualm/evaluation/inference.h"

namespace qualm {
namespace {

RunSummary no_summary(std::size_t n_runs, const std::string& reason) {
  const Figure none = evaluation::undefined(reason);
  return {n_runs, none, none, none, none};
}

}  // namespace

RunSummary summarize_runs(std::span<const double> values, unsigned band_ddof) {
  if (values.empty()) return no_summary(0, "there are no runs");
  if (std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); })) {
    return no_summary(values.size(), "a run has no value");
  }
  // Sorted, so that the order of the runs cannot show.
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const auto n = static_cast<double>(sorted.size());
  evaluation::CompensatedSum sum, squares;
  // From the least on, so that equal runs have exactly no spread.
  for (const double value : sorted) sum.add(value - sorted.front());
  const double mean = sorted.front() + sum.value() / n;
  for (const double value : sorted) squares.add((value - mean) * (value - mean));

  RunSummary result = no_summary(sorted.size(), "one run has no spread");
  result.mean = evaluation::defined(mean);
  if (sorted.size() < 2) return result;
  result.std = evaluation::defined(std::sqrt(squares.value() / n));
  const double variance = squares.value() / (n - band_ddof);
  result.sem = evaluation::defined(std::sqrt(variance / n));
  result.t95 =
      evaluation::defined(result.sem.value * evaluation::student_quantile_above(n - 1, 0.025));
  return result;
}

std::vector<double> holm(std::span<const double> p_values) {
  std::vector<std::size_t> by_value;
  for (std::size_t i = 0; i < p_values.size(); ++i) {
    if (!std::isnan(p_values[i])) by_value.push_back(i);
  }
  std::stable_sort(by_value.begin(), by_value.end(),
                   [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> adjusted(p_values.begin(), p_values.end());
  double greatest = 0;
  std::size_t n_left = by_value.size();
  for (const std::size_t i : by_value) {
    greatest = std::max(greatest, std::min(1.0, static_cast<double>(n_left--) * p_values[i]));
    adjusted[i] = greatest;
  }
  return adjusted;
}

}  // namespace qualm
