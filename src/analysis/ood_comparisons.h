// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/analysis/ood_source.h"

namespace qualm::detail {

/// Adds the comparisons of all scores on the set that n_out counts last: by DeLong's test for one
/// run, by the AUROC of each of several.
void compare(const SetDetections& found, OodResult& result);

/// Holm's adjustment over all comparisons, and then which scores are best on each set.
void adjust_and_mark_best(OodResult& result);

}  // namespace qualm::detail
