// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <boost/math/special_functions/beta.hpp>
#include <limits>
#include <vector>

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

/// Rows and errors up to and including each distinct score.
struct Prefix {
  std::vector<std::uint32_t> kept, wrong;

  explicit Prefix(const Tally& tally) : kept(tally.n_groups()), wrong(tally.n_groups()) {
    std::uint32_t rows = 0, errors = 0;
    for (std::size_t i = 0; i < tally.n_groups(); ++i) {
      kept[i] = rows += tally.negatives[i] + tally.positives[i];
      wrong[i] = errors += tally.positives[i];
    }
  }
};

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
    throw_usage(fmt::format("no risk of {}; give a number from 0 to 1", risk));
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

RiskGuarantee guarantee_risk(const Tally& calibration, double risk, double delta) {
  if (!(risk > 0 && risk < 1)) {
    throw_usage(fmt::format("no risk of {} can be promised; give a number between 0 and 1", risk));
  }
  if (!(delta > 0 && delta < 1)) {
    throw_usage(fmt::format("no delta of {}; give a number between 0 and 1", delta));
  }
  const Prefix prefix(calibration);
  const std::uint64_t n = calibration.n_rows();
  RiskGuarantee result;
  // ceil(log2 n), and one test at least.
  result.n_tests = n > 2 ? static_cast<unsigned>(std::bit_width(n - 1)) : 1;
  std::uint64_t most_kept = 0;  // by a threshold that passed
  std::uint64_t ceiling = n;    // to keep more is ruled out by a threshold that failed
  for (unsigned test = 0; test < result.n_tests && most_kept < ceiling; ++test) {
    const std::uint64_t middle = most_kept + (ceiling - most_kept + 1) / 2;
    // The score of the middle row brings all rows that share it.
    const auto group = static_cast<std::size_t>(
        std::lower_bound(prefix.kept.begin(), prefix.kept.end(), middle) - prefix.kept.begin());
    const std::uint64_t kept = prefix.kept[group];
    const double bound = clopper_pearson_upper(prefix.wrong[group], kept, delta / result.n_tests);
    const bool passes = bound <= risk;
    if (passes) {
      most_kept = kept;
      result.threshold = evaluation::defined((*calibration.scores)[group]);
      result.bound = bound;
      result.coverage = static_cast<double>(kept) / static_cast<double>(n);
    } else {
      ceiling = group > 0 ? prefix.kept[group - 1] : 0;
      if (most_kept == 0) result.bound = std::min(result.bound, bound);
    }
  }
  if (most_kept == 0) {
    result.threshold = evaluation::undefined(fmt::format(
        "no threshold keeps the risk below {} at confidence {} with {} calibration rows; the "
        "least bound found is {:.3g}",
        risk, 1 - delta, n, result.bound));
  }
  return result;
}

}  // namespace qualm
