// SPDX-License-Identifier: Apache-2.0
#include "analysis/mean_curve.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace qualm::detail {
namespace {

/// Every portion there is, or max_points of them in equal steps.
std::vector<double> shared_portions(std::uint64_t n_rows, std::size_t max_points) {
  const std::uint64_t n = std::min<std::uint64_t>(n_rows, max_points);
  std::vector<double> portions;
  for (std::uint64_t i = 0; i < n; ++i) {
    portions.push_back(static_cast<double>(i) / static_cast<double>(n));
  }
  return portions;
}

double half_width(const RunSummary& summary, Band band) {
  switch (band) {
    case Band::std:
      return summary.std.value;
    case Band::sem:
      return summary.sem.value;
    case Band::t95:
      break;
  }
  return summary.t95.value;
}

}  // namespace

void fill_mean_curve(std::span<const Tally> runs, const RejectOptions& options,
                     ScoreRejection& result) {
  if (runs.size() == 1) {
    RejectionCurve curve = options.portions.empty()
                               ? exact_rejection_curve(runs[0], options.max_points)
                               : rejection_curve(runs[0], options.portions);
    result.rejected = std::move(curve.rejected);
    result.accuracy = std::move(curve.accuracy);
    result.deviation = curve.deviation;
    return;
  }
  result.rejected = options.portions.empty() ? shared_portions(runs[0].n_rows(), options.max_points)
                                             : options.portions;
  std::vector<RejectionCurve> curves;
  for (const Tally& tally : runs) curves.push_back(rejection_curve(tally, result.rejected));
  for (std::size_t i = 0; i < result.rejected.size(); ++i) {
    std::vector<double> accuracies;
    for (const RejectionCurve& curve : curves) accuracies.push_back(curve.accuracy[i]);
    const RunSummary summary = summarize_runs(accuracies, options.band_ddof);
    result.accuracy.push_back(summary.mean.value);
    result.accuracy_std.push_back(summary.std.value);
    result.half_width.push_back(half_width(summary, options.band));
  }
}

}  // namespace qualm::detail
