// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "qualm/analysis/estimate.h"

namespace qualm::report {

/// Writes numbers into a table for people and remembers why some do not exist.
class Reasons {
 public:
  /// "0.8490", "0.8490 ± 0.0021" with a spread over runs, or "-".
  [[nodiscard]] std::string text(const Estimate& estimate, std::string_view what);
  [[nodiscard]] std::string text(const Figure& figure, std::string_view what);
  /// A line a reason: "- is no AURC: nothing is wrong". Empty if every number exists.
  [[nodiscard]] std::string footnotes() const;

 private:
  std::vector<std::pair<std::string, std::string>> notes_;  // reason, what
};

}  // namespace qualm::report
