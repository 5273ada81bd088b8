// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <boost/math/special_functions/beta.hpp>
#include <limits>

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

}  // namespace

OperatingPoint apply_threshold(const Tally& tally, double threshold) {
  std::uint64_t kept = 0, wrong = 0;
  for (std::size_t i = 0; i < tally.n_groups() && (*tally.scores)[i] <= threshold; ++i) {
    kept += tally.negatives[i];
    kept += tally.positives[i];
    wrong += tally.positives[i];
  }
  return operating_point(threshold, kept, wrong, tally.n_rows());
}

OperatingPoint coverage_at_risk(const Tally& tally, double risk) {
  if (!(risk >= 0 && risk <= 1)) {
    throw_usage(fmt::format("risk {}: give a number from 0 to 1", risk));
  }
  std::uint64_t kept = 0, wrong = 0;
  OperatingPoint best = operating_point(0, 0, 0, tally.n_rows());
  for (std::size_t i = 0; i < tally.n_groups(); ++i) {
    kept += tally.negatives[i];
    kept += tally.positives[i];
    wrong += tally.positives[i];
    if (static_cast<double>(wrong) / static_cast<double>(kept) <= risk) {
      best = operating_point((*tally.scores)[i], kept, wrong, tally.n_rows());
    }
  }
  return best;
}

double clopper_pearson_upper(std::uint64_t errors, std::uint64_t n, double delta) {
  if (errors == n) return 1;
  return boost::math::ibetac_inv(static_cast<double>(errors) + 1, static_cast<double>(n - errors),
                                 delta);
}

}  // namespace qualm
