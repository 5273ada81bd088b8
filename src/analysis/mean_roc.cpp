// SPDX-License-Identifier: Apache-2.0
#include "analysis/mean_roc.h"

#include <algorithm>

namespace qualm::detail {

double tpr_at(const RocCurve& curve, double fpr) {
  const auto after = std::upper_bound(curve.fpr.begin(), curve.fpr.end(), fpr);
  const auto right = static_cast<std::size_t>(after - curve.fpr.begin());
  if (right == curve.fpr.size()) return curve.tpr.back();
  const std::size_t left = right - 1;
  const double share = (fpr - curve.fpr[left]) / (curve.fpr[right] - curve.fpr[left]);
  return curve.tpr[left] + share * (curve.tpr[right] - curve.tpr[left]);
}

void fill_mean_roc(std::span<const RocCurve> runs, OodDetection& result) {
  if (runs.size() == 1) {
    result.fpr = runs[0].fpr;
    result.tpr = runs[0].tpr;
    return;
  }
  if (std::any_of(runs.begin(), runs.end(), [](const RocCurve& run) { return run.fpr.empty(); })) {
    return;
  }
  constexpr std::size_t n_steps = 200;
  for (std::size_t i = 0; i <= n_steps; ++i) {
    const double fpr = static_cast<double>(i) / static_cast<double>(n_steps);
    std::vector<double> rates;
    for (const RocCurve& run : runs) rates.push_back(tpr_at(run, fpr));
    const RunSummary summary = summarize_runs(rates);
    result.fpr.push_back(fpr);
    result.tpr.push_back(summary.mean.value);
    result.tpr_std.push_back(summary.std.value);
  }
}

}  // namespace qualm::detail
