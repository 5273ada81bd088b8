// SPDX-License-Identifier: Apache-2.0
#include "report/reasons.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace qualm::report {

namespace {

/// Four decimals, so that numbers below each other can be compared; fewer digits where that would
/// say nothing.
std::string four_decimals(double value) {
  const bool vanishes = value != 0 && std::abs(value) < 0.00005;
  return vanishes ? fmt::format("{:.0e}", value) : fmt::format("{:.4f}", value);
}

}  // namespace

std::string Reasons::text(const Figure& figure, std::string_view what) {
  if (figure.is_defined()) return four_decimals(figure.value);
  const auto known = std::find_if(notes_.begin(), notes_.end(),
                                  [&](const auto& note) { return note.first == figure.undefined; });
  if (known == notes_.end()) {
    notes_.emplace_back(figure.undefined, what);
  } else if (known->second.find(what) == std::string::npos) {
    known->second += fmt::format(", {}", what);
  }
  return "-";
}

std::string Reasons::text(const Estimate& estimate, std::string_view what) {
  std::string result = text(estimate.value, what);
  if (estimate.value.is_defined() && estimate.std.is_defined()) {
    result += " ± " + four_decimals(estimate.std.value);
  }
  return result;
}

std::string Reasons::footnotes() const {
  std::string result;
  for (const auto& [reason, what] : notes_) {
    result += fmt::format("{}- no {}: {}\n", result.empty() ? "\n" : "", what, reason);
  }
  return result;
}

}  // namespace qualm::report
