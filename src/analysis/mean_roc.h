// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "qualm/analysis/ood.h"

namespace qualm::detail {

/// Fills the ROC curve of `result`: the corners of a single run, or of several the mean true
/// positive rate at 201 false positive rates, with its spread.
void fill_mean_roc(std::span<const RocCurve> runs, OodDetection& result);

/// The greatest true positive rate of a curve at a false positive rate, by straight lines between
/// its corners. Needs a curve that is not empty.
[[nodiscard]] double tpr_at(const RocCurve& curve, double fpr);

}  // namespace qualm::detail
