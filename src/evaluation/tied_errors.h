// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "qualm/evaluation/ranking.h"

namespace qualm::evaluation {

/// If half of the rows or more tie at one score and none is wrong up to it: the same rows with as
/// many errors among these as Clopper and Pearson's upper bound allows. Chance decides whether such
/// a group shows an error, and without one it adds nothing to a variance.
[[nodiscard]] std::optional<Tally> with_tied_errors(const Tally& tally, double level);

}  // namespace qualm::evaluation
