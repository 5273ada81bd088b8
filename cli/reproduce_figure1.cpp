// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "qualm/report.h"
#include "reproduce_experiments.h"

namespace qualm::cli {

plot::Figure reproduce_figure1(Workshop& /*workshop*/, Reproduction& result) {
  MeasureOptions options;
  options.measures = {"entropy", "variance"};
  options.normalized = true;
  std::vector<report::ExampleRow> rows;
  for (const NamedDistribution& each : figure_one()) {
    rows.push_back({each, measure(each.distribution, options)});
    for (const DistributionMeasure& measured : rows.back().measures) {
      for (const Part part : all_parts) {
        Estimate ours;
        ours.value = {get(measured.values, part), {}};
        ours.std.undefined = "deterministic";
        ours.ci95.undefined = ours.std.undefined;
        result.numbers.push_back(
            {fmt::format("{}, {}", each.name, name(Score{measured.measure, part})), ours, {}});
      }
    }
  }
  result.notes.emplace_back(
      "normalised to [0, 1], as the caption says; the paper gives the values beside each panel");
  return report::example_figure(rows);
}

}  // namespace qualm::cli
