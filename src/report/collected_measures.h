// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/analysis.h"

namespace qualm::report {

/// All blocks put together, for the formats that write one column after the other.
struct CollectedMeasures {
  Measures all;
  std::vector<Parts> deviation;  ///< empty for one run

  void add(const MeasuredBlock& block);
};

}  // namespace qualm::report
