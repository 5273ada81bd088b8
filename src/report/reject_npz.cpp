// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "report/npz_arrays.h"
#include "report/writers.h"

namespace qualm::report {
namespace {

std::vector<const ScoreRejection*> curves_of(const RejectResult& result) {
  std::vector<const ScoreRejection*> curves;
  for (const ScoreRejection& score : result.scores) curves.push_back(&score);
  curves.push_back(&result.random);
  curves.push_back(&result.oracle);
  return curves;
}

}  // namespace

void write_reject_npz(io::Sink& sink, const RejectResult& result,
                      const std::optional<MeasureInfo>& /*info*/, const TableStyle& /*style*/) {
  NpzArrays arrays;
  const std::vector<const ScoreRejection*> curves = curves_of(result);
  const std::size_t n = curves.size();
  const bool several = result.n_runs > 1;
  std::vector<std::string> names;
  for (const ScoreRejection* curve : curves) names.push_back(curve->name);
  arrays.texts("scores", std::move(names));
  arrays.numbers("accuracy", {1}, {result.accuracy.value.value});
  const std::vector<Statistic> statistics = rejection_statistics();
  for (std::size_t i = 0; i < statistics.size(); ++i) {
    std::vector<double> values, stds, intervals;
    for (const ScoreRejection* curve : curves) {
      const Estimate& each = curve->statistics[i];
      values.push_back(each.value.value);
      stds.push_back(each.std.value);
      intervals.insert(intervals.end(), {each.ci95.low, each.ci95.high});
    }
    const std::string name(statistics[i].name);
    arrays.numbers(name, {n}, std::move(values));
    if (several) arrays.numbers(name + "_std", {n}, std::move(stds));
    arrays.numbers(name + "_ci95", {n, 2}, std::move(intervals));
  }
  for (const ScoreRejection* curve : curves) {
    const auto add = [&](const char* what, const std::vector<double>& values) {
      arrays.numbers(curve->name + what, {values.size()}, values);
    };
    add(".rejected", curve->rejected);
    add(".accuracy", curve->accuracy);
    if (!several) continue;
    add(".accuracy_std", curve->accuracy_std);
    add(".band_half_width", curve->half_width);
  }
  arrays.write(sink);
}

}  // namespace qualm::report
