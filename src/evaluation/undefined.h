// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace qualm::evaluation
