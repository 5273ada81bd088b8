// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "evaluation/expectation.h"
#include "evaluation/roc.h"
#include "evaluation/sums.h"
#include "evaluation/undefined.h"
#include "qualm/evaluation/detection.h"
#include "qualm/evaluation/rejection.h"

namespace qualm {

using evaluation::defined;
using evaluation::undefined;

Figure aurc(const Tally& tally, AreaRule rule) {
  const auto n = static_cast<double>(tally.n_rows());
  if (tally.n_rows() == 0) return undefined("there are no rows");
  evaluation::CompensatedSum sum;
  evaluation::TiedGroup group;
  double first = 0;
  for (std::size_t i = 0; i < tally.n_groups(); ++i) {
    group.kind = tally.positives[i];
    group.rows = group.kind + tally.negatives[i];
    if (group.rows == 0) continue;
    if (group.rows_below == 0) first = expected_share(group, 1);
    if (group.kind_below + group.kind > 0) {
      for (std::uint64_t taken = 1; taken <= group.rows; ++taken) {
        sum.add(expected_share(group, taken));
      }
    }
    group.rows_below += group.rows;
    group.kind_below += group.kind;
  }
  if (rule == AreaRule::trapezoid) {
    // Neighbours share each strip: only the ends count otherwise than in the mean.
    sum.add((first - static_cast<double>(tally.n_positive) / n) / 2);
  }
  return defined(sum.value() / n);
}

Figure auarc(const Tally& tally, AreaRule rule) {
  Figure area = aurc(tally, rule);
  area.value = 1 - area.value;
  return area;
}

Figure e_aurc(const Tally& tally, AreaRule rule, Optimum optimum) {
  Figure area = aurc(tally, rule);
  if (!area.is_defined()) return area;
  if (optimum == Optimum::exact) {
    // Never below the optimum; the last bit of a division might say so.
    return defined(std::max(0.0, area.value - aurc(oracle(tally), rule).value));
  }
  const double n = static_cast<double>(tally.n_rows());
  const double risk = static_cast<double>(tally.n_positive) / n;
  const double right = static_cast<double>(tally.n_negative) / n;
  return defined(area.value - (risk + (right > 0 ? right * std::log(right) : 0)));
}

Figure augrc(const Tally& tally) {
  const std::uint64_t n = tally.n_rows(), wrong = tally.n_positive;
  if (n == 0) return undefined("there are no rows");
  // Twice n^2 times the area; at most n^2, so within 64 bits.
  const std::uint64_t doubled = 2 * wrong * n - wrong * wrong - evaluation::doubled_u(tally);
  return defined(static_cast<double>(doubled) / (2 * static_cast<double>(n * n)));
}

std::vector<Statistic> rejection_statistics(AreaRule rule, Optimum optimum) {
  return {
      {"aurc", [rule](const Tally& tally) { return aurc(tally, rule); }},
      {"auarc", [rule](const Tally& tally) { return auarc(tally, rule); }},
      {"e_aurc", [=](const Tally& tally) { return e_aurc(tally, rule, optimum); }},
      {"augrc", augrc},
      {"auroc_error", auroc},
  };
}

}  // namespace qualm
