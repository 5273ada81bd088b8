// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "report/npz_arrays.h"
#include "report/writers.h"

namespace qualm::report {

void write_ood_npz(io::Sink& sink, const OodResult& result,
                   const std::optional<MeasureInfo>& /*info*/, const TableStyle& /*style*/) {
  NpzArrays arrays;
  const std::size_t n_scores = result.scores.size(), n_sets = result.sets.size();
  const bool several = result.n_runs > 1;
  arrays.texts("scores", result.scores);
  arrays.texts("out", result.sets);
  const std::vector<Statistic> statistics = detection_statistics();
  for (std::size_t i = 0; i < statistics.size(); ++i) {
    std::vector<double> values, stds, intervals;
    for (const std::vector<OodDetection>& of_score : result.detections) {
      for (const OodDetection& detection : of_score) {
        const Estimate& each = detection.statistics[i];
        values.push_back(each.value.value);
        stds.push_back(each.std.value);
        intervals.insert(intervals.end(), {each.ci95.low, each.ci95.high});
      }
    }
    const std::string name(statistics[i].name);
    arrays.numbers(name, {n_scores, n_sets}, std::move(values));
    if (several) arrays.numbers(name + "_std", {n_scores, n_sets}, std::move(stds));
    arrays.numbers(name + "_ci95", {n_scores, n_sets, 2}, std::move(intervals));
  }
  for (std::size_t score = 0; score < n_scores; ++score) {
    for (std::size_t set = 0; set < n_sets; ++set) {
      const OodDetection& detection = result.detections[score][set];
      const std::string before = result.scores[score] + "." + result.sets[set];
      const auto add = [&](const char* what, const std::vector<double>& values) {
        arrays.numbers(before + what, {values.size()}, values);
      };
      add(".fpr", detection.fpr);
      add(".tpr", detection.tpr);
      if (several) add(".tpr_std", detection.tpr_std);
    }
  }
  arrays.write(sink);
}

}  // namespace qualm::report
