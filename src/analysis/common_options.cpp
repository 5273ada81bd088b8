// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/jobs.h"

namespace qualm {

std::span<const CommonOption> common_options() {
  static constexpr CommonOption all[] = {
      {.key = "renormalize",
       .group = "Input",
       .summary = "rescale rows that do not sum to one, and say how many",
       .flag = [](MeasureJob& job) -> bool& { return job.files.renormalize; }},
      {.key = "log_base",
       .group = "Measures",
       .summary = "entropies in bits (2), nats (e) or parts of log K; by default 2",
       .values = "2|e|K",
       .read = [](MeasureJob& job,
                  std::string_view text) { job.measures.log_base = parse_log_base(text); }},
      {.key = "normalized",
       .group = "Measures",
       .summary = "divide each measure by its maximum",
       .flag = [](MeasureJob& job) -> bool& { return job.measures.normalized; }},
      {.key = "corrected",
       .group = "Measures",
       .summary = "correct EU for the finite number of members: times M/(M-1)",
       .flag = [](MeasureJob& job) -> bool& { return job.measures.corrected; }},
      {.key = "ordered",
       .group = "Measures",
       .summary = "the classes have an order, that of their names: allows ordinal measures",
       .flag = [](MeasureJob& job) -> bool& { return job.measures.ordered; }},
  };
  return all;
}

}  // namespace qualm
