// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/jobs.h"

namespace qualm {

std::span<const Switch> switches() {
  static constexpr Switch all[] = {
      {"renormalize", "Input", "rescale rows that do not sum to one, and say how many",
       [](MeasureJob& job) -> bool& { return job.files.renormalize; }},
      {"normalized", "Measures", "divide each measure by its maximum",
       [](MeasureJob& job) -> bool& { return job.measures.normalized; }},
      {"corrected", "Measures", "correct EU for the finite number of members: times M/(M-1)",
       [](MeasureJob& job) -> bool& { return job.measures.corrected; }},
      {"ordered", "Measures",
       "the classes have an order, that of their names: allows ordinal measures",
       [](MeasureJob& job) -> bool& { return job.measures.ordered; }},
  };
  return all;
}

}  // namespace qualm
