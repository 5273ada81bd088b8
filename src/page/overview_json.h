// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "page/state.h"

namespace qualm::page {

/// What the page shows that neither `reject` nor `ood` tell: what the sets are, mean scores, all
/// rows as histograms and as a density. Schema qualm.page/1.
[[nodiscard]] std::string overview_json(const State& state, const Weighted& weighted);

}  // namespace qualm::page
