// SPDX-License-Identifier: Apache-2.0
#include "analysis/ood_comparisons.h"

#include <cmath>
#include <utility>

namespace qualm::detail {

void compare(const SetDetections& found, OodResult& result) {
  const std::size_t n_scores = found.scores.size(), set = result.n_out.size() - 1;
  std::size_t pair = 0;
  for (std::size_t a = 0; a < n_scores; ++a) {
    for (std::size_t b = a + 1; b < n_scores; ++b) {
      PairedTest test = result.n_runs == 1
                            ? delong_test(found.pairs[pair++], result.n_in, result.n_out[set])
                            : paired_t_test(found.scores[a].aurocs, found.scores[b].aurocs);
      result.comparisons.push_back({a, b, set, std::move(test), {}});
    }
  }
}

void adjust_and_mark_best(OodResult& result) {
  std::vector<double> p_values;
  for (const OodComparison& each : result.comparisons) p_values.push_back(each.test.p_value.value);
  const std::vector<double> adjusted = holm(p_values);
  for (std::size_t i = 0; i < adjusted.size(); ++i) {
    result.comparisons[i].p_adjusted = {adjusted[i], result.comparisons[i].test.p_value.undefined};
  }
  for (std::size_t set = 0; set < result.sets.size(); ++set) {
    const auto auroc = [&](std::size_t score) {
      return result.detections[score][set].statistics[0].value.value;
    };
    std::size_t best = 0;
    for (std::size_t score = 1; score < result.scores.size(); ++score) {
      if (auroc(score) > auroc(best)) best = score;
    }
    // Both kinds are missing for every score, or for none.
    if (std::isnan(auroc(best))) continue;
    result.detections[best][set].is_best = true;
    for (const OodComparison& each : result.comparisons) {
      if (each.set != set || (each.a != best && each.b != best)) continue;
      const bool is_tie = each.p_adjusted.is_defined()
                              ? each.p_adjusted.value >= result.options.significance
                              : each.test.difference.value == 0;
      if (is_tie) result.detections[each.a == best ? each.b : each.a][set].is_best = true;
    }
  }
}

}  // namespace qualm::detail
