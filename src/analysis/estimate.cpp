// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/estimate.h"

#include <fmt/format.h>

#include <algorithm>

namespace qualm {

Estimate estimate(std::span<const Figure> runs, Range possible, const Interval& of_one_run) {
  Estimate result;
  std::vector<double> values;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    if (!runs[run].is_defined()) {
      result.value.undefined = runs.size() == 1
                                   ? runs[run].undefined
                                   : fmt::format("run {}: {}", run, runs[run].undefined);
      result.std.undefined = result.ci95.undefined = result.value.undefined;
      return result;
    }
    values.push_back(runs[run].value);
  }
  const RunSummary summary = summarize_runs(values);
  result.value = summary.mean;
  result.std = summary.std;
  if (runs.size() == 1) {
    result.ci95 = of_one_run;
    if (result.ci95.method.empty() && result.ci95.is_defined()) {
      result.ci95.undefined = "not requested";
    }
    return result;
  }
  result.ci95 = {std::max(summary.mean.value - summary.t95.value, possible.low),
                 std::min(summary.mean.value + summary.t95.value, possible.high), "t over runs",
                 summary.t95.undefined};
  if (result.ci95.is_defined() && summary.t95.value == 0) {
    result.ci95.undefined = "all runs have the same value, which shows no spread";
  }
  return result;
}

Estimate estimate(std::size_t n_runs, Range possible,
                  const std::function<Figure(std::size_t run)>& of_run) {
  std::vector<Figure> figures;
  for (std::size_t run = 0; run < n_runs; ++run) figures.push_back(of_run(run));
  return estimate(figures, possible);
}

}  // namespace qualm
