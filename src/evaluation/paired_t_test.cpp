// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "evaluation/distributions.h"
#include "evaluation/undefined.h"
#include "qualm/error.h"
#include "qualm/evaluation/inference.h"

namespace qualm {

PairedTest paired_t_test(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size()) throw_usage("a paired test needs both numbers of every run");
  std::vector<double> differences(a.size());
  for (std::size_t run = 0; run < a.size(); ++run) differences[run] = a[run] - b[run];
  const RunSummary summary = summarize_runs(differences);
  PairedTest test;
  test.difference = summary.mean;
  test.interval.method = "t over runs";
  test.p_value = summary.t95;
  test.interval.undefined = summary.t95.undefined;
  if (!summary.t95.is_defined()) return test;
  test.interval.low = summary.mean.value - summary.t95.value;
  test.interval.high = summary.mean.value + summary.t95.value;
  if (summary.sem.value > 0) {
    const double t = std::abs(summary.mean.value) / summary.sem.value;
    const auto freedom = static_cast<double>(a.size() - 1);
    test.p_value = evaluation::defined(2 * evaluation::student_above(freedom, t));
  } else if (summary.mean.value == 0) {
    test.p_value = evaluation::defined(1);
  } else {
    test.p_value = evaluation::undefined("every run has the same difference");
  }
  return test;
}

}  // namespace qualm
