// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "evaluation/distributions.h"
#include "evaluation/pieces.h"
#include "evaluation/undefined.h"
#include "qualm/error.h"
#include "qualm/evaluation/rejection.h"

namespace qualm {
namespace {

OperatingPoint operating_point(double threshold, std::uint64_t kept, std::uint64_t wrong,
                               std::uint64_t n) {
  if (kept == 0) {
    return {-std::numeric_limits<double>::infinity(), 0, 0,
            evaluation::undefined("no row is kept")};
  }
  return {threshold, kept, static_cast<double>(kept) / static_cast<double>(n),
          evaluation::defined(static_cast<double>(wrong) / static_cast<double>(kept))};
}

void check_risk(double risk) {
  if (!(risk >= 0 && risk <= 1)) {
    throw_usage(fmt::format("risk {}: give a number from 0 to 1", risk));
  }
}

double share(std::uint64_t part, std::uint64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

OperatingPoint apply_threshold(const Tally& tally, double threshold) {
  const Column<double>& scores = *tally.scores;
  const auto n_groups = static_cast<std::size_t>(
      std::upper_bound(scores.begin(), scores.end(), threshold) - scores.begin());
  const std::uint64_t wrong = tally.positives.sum(0, n_groups);
  const std::uint64_t kept = wrong + tally.negatives.sum(0, n_groups);
  return operating_point(threshold, kept, wrong, tally.n_rows());
}

OperatingPoint coverage_at_risk(const Tally& tally, double risk) {
  check_risk(risk);
  // From the highest score down, because the first that is found there is the answer.
  const evaluation::Pieces pieces(tally);
  for (auto piece = pieces.all().rbegin(); piece != pieces.all().rend(); ++piece) {
    std::uint64_t wrong = piece->positives_up_to, kept = wrong + piece->negatives_up_to;
    if (share(piece->positives_below, kept) > risk) continue;  // as all shares in it are
    for (std::size_t i = piece->last; i-- > piece->first;) {
      if (share(wrong, kept) <= risk) {
        return operating_point((*tally.scores)[i], kept, wrong, tally.n_rows());
      }
      wrong -= tally.positives[i];
      kept -= tally.positives[i];
      kept -= tally.negatives[i];
    }
  }
  return operating_point(0, 0, 0, tally.n_rows());
}

double best_coverage_at_risk(const Tally& tally, double risk) {
  check_risk(risk);
  std::uint64_t least = 0, most = tally.n_positive;
  while (least < most) {  // the share of errors grows with each one that is kept
    const std::uint64_t wrong = least + (most - least + 1) / 2;
    if (share(wrong, tally.n_negative + wrong) <= risk) {
      least = wrong;
    } else {
      most = wrong - 1;
    }
  }
  return share(tally.n_negative + least, tally.n_rows());
}

double clopper_pearson_upper(std::uint64_t errors, std::uint64_t n, double delta) {
  if (errors == n) return 1;
  return evaluation::beta_quantile_above(static_cast<double>(errors) + 1,
                                         static_cast<double>(n - errors), delta);
}

}  // namespace qualm
