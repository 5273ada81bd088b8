// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "qualm/analysis/explain.h"

namespace qualm::report {

/// The value that fills a bar: the greatest variance that a probability can have, or the greatest
/// one of the instances if the correction for few members makes it greater.
[[nodiscard]] inline double full_bar(const ExplainResult& result) {
  double full = 0.25;
  for (const Explanation& instance : result.instances) {
    for (const double total : instance.variance.total) full = std::max(full, total);
  }
  return full;
}

}  // namespace qualm::report
