// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "qualm/error.h"
#include "qualm/evaluation/detection.h"
#include "qualm/evaluation/rejection.h"
#include "qualm/random.h"
#include "qualm/reproduction.h"

namespace qualm {
namespace {

constexpr std::size_t paper_bins = 15;
constexpr double last_portion = .95;

double compare_rows(const PairedRows& rows, PairedStatistic statistic) {
  return statistic(Tally(Ranking(rows.a), rows.wrong), Tally(Ranking(rows.b), rows.wrong));
}

/// Percentiles of the statistic on rows drawn with replacement.
Interval bootstrap_rows(const PairedRows& rows, PairedStatistic statistic, std::size_t replicates,
                        std::uint64_t seed) {
  const std::size_t n = rows.wrong.size();
  std::vector<double> found, a(n), b(n);
  std::vector<std::uint8_t> wrong(n);
  for (std::size_t replicate = 0; replicate < replicates; ++replicate) {
    Random random(seed, replicate);
    for (std::size_t i = 0; i < n; ++i) {
      const auto row = static_cast<std::size_t>(random.below(n));
      a[i] = rows.a[row];
      b[i] = rows.b[row];
      wrong[i] = rows.wrong[row];
    }
    found.push_back(compare_rows({a, b, wrong}, statistic));
  }
  if (found.empty() ||
      std::any_of(found.begin(), found.end(), [](double x) { return std::isnan(x); })) {
    Interval none;
    none.undefined = "a bootstrap sample has no value";
    return none;
  }
  std::sort(found.begin(), found.end());
  const auto at = [&](double share) {
    return found[static_cast<std::size_t>(
        std::lround(share * static_cast<double>(found.size() - 1)))];
  };
  return {at(.025), at(.975), "bootstrap", {}};
}

}  // namespace

std::string_view ReproducedClaim::verdict() const noexcept {
  if (!value.ci95.is_defined() || std::isnan(value.ci95.low)) return "unknown";
  if (value.ci95.low >= low && value.ci95.high <= high) return "holds";
  return value.ci95.high < low || value.ci95.low > high ? "fails" : "undecided";
}

Estimate compare_scores(std::span<const PairedRows> runs, PairedStatistic statistic,
                        std::size_t replicates, std::uint64_t seed) {
  std::vector<Figure> figures;
  for (const PairedRows& rows : runs) {
    const double value = compare_rows(rows, statistic);
    figures.push_back({value, std::isnan(value) ? "rows of one kind only" : ""});
  }
  Interval of_one;
  if (runs.size() == 1 && figures[0].is_defined()) {
    of_one = bootstrap_rows(runs[0], statistic, replicates, seed);
  }
  return estimate(figures, any_number, of_one);
}

double overlap_difference(const Tally& a, const Tally& b) {
  return histogram(a, paper_bins).overlap.value - histogram(b, paper_bins).overlap.value;
}

double greatest_gap(const Tally& a, const Tally& b) {
  std::vector<double> portions = paper_portions();
  std::erase_if(portions, [](double portion) { return portion > last_portion; });
  const RejectionCurve of_a = rejection_curve(a, portions), of_b = rejection_curve(b, portions);
  double greatest = 0;
  for (std::size_t i = 0; i < portions.size(); ++i) {
    greatest = std::max(greatest, std::abs(of_a.accuracy[i] - of_b.accuracy[i]));
  }
  return greatest;
}

}  // namespace qualm
