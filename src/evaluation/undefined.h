// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "qualm/evaluation/ranking.h"

namespace qualm::evaluation {

[[nodiscard]] inline Figure defined(double value) {
  return {value, {}};
}
[[nodiscard]] inline Figure undefined(std::string reason) {
  return {std::numeric_limits<double>::quiet_NaN(), std::move(reason)};
}

/// Why a statistic that needs rows of both kinds has none; empty if it has both.
[[nodiscard]] inline std::string missing_kind(const Tally& tally) {
  if (tally.n_rows() == 0) return "there are no rows";
  if (tally.n_positive == 0) return "no row is positive (wrong, out-of-distribution)";
  if (tally.n_negative == 0) return "no row is negative (right, in-distribution)";
  return {};
}

/// Why there are too few rows; `what` is such as "two rows".
[[nodiscard]] inline std::string too_few(const std::string& what, std::uint64_t n_negative,
                                         std::uint64_t n_positive) {
  return "needs " + what + ", has " + std::to_string(n_positive) + " positive and " +
         std::to_string(n_negative) + " negative";
}
/// With fewer rows, an interval was measured to cover less than it says.
[[nodiscard]] inline std::string too_few_to_cover(std::uint64_t fewest, std::uint64_t n_negative,
                                                  std::uint64_t n_positive) {
  return too_few(std::to_string(fewest) + " rows of each kind to reach its coverage", n_negative,
                 n_positive);
}

}  // namespace qualm::evaluation
