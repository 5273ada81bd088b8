// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "qualm/analysis/prediction_set.h"

namespace qualm::detail {

/// Columns of a table that --class-names leaves out, unless --columns says which are classes: they
/// may be classes or not.
[[nodiscard]] std::vector<std::string> columns_left_out(const io::StoredArray& array,
                                                        const PredictionFiles& files);

}  // namespace qualm::detail
