// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "page/state.h"

namespace qualm::page {

/// {"page": ..., "reject": qualm.reject/1 or null, "ood": qualm.ood/1 or null}: the very documents
/// that the commands of these names write, so that no number can differ.
[[nodiscard]] std::string summary_json(const State& state, const Weighted& weighted,
                                       const Progress& progress = {});

}  // namespace qualm::page
