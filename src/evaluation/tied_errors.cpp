// SPDX-License-Identifier: Apache-2.0
#include "evaluation/tied_errors.h"

#include <cmath>

#include "qualm/evaluation/rejection.h"

namespace qualm::evaluation {

std::optional<Tally> with_tied_errors(const Tally& tally, double level) {
  for (std::size_t group = 0; group < tally.n_groups(); ++group) {
    if (tally.positives[group] > 0) break;
    const std::uint64_t n = tally.negatives[group];
    if (n < 2 || 2 * n < tally.n_rows()) continue;
    const double rate = clopper_pearson_upper(0, n, (1 - level) / 2);
    const auto n_wrong = static_cast<std::uint32_t>(std::ceil(rate * static_cast<double>(n)));
    Column<std::uint32_t> negatives = tally.negatives.all(), positives = tally.positives.all();
    negatives[group] -= n_wrong;
    positives[group] += n_wrong;
    Tally result = tally;
    result.negatives = Counts(negatives);
    result.positives = Counts(positives);
    result.n_negative -= n_wrong;
    result.n_positive += n_wrong;
    return result;
  }
  return std::nullopt;
}

}  // namespace qualm::evaluation
