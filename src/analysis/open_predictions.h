// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "qualm/analysis/prediction_set.h"

namespace qualm::detail {

/// The arrays of predictions as files describe them, before anything is known of their axes.
[[nodiscard]] std::vector<io::StoredArray> open_predictions(const PredictionFiles& files);
/// The same of arrays in memory, without their bytes.
[[nodiscard]] std::vector<io::StoredArray> describe_arrays(const std::vector<ArrayView>& views,
                                                           const PredictionFiles& said);

/// Throws data unless the arrays may be members or runs of one experiment: same shape, rows and
/// storage.
void check_alike(const std::vector<io::StoredArray>& arrays, bool in_memory);

/// One note for all arrays that it is true of, where it differs only in the name of the array.
[[nodiscard]] std::vector<std::string> notes_of_arrays(const std::vector<io::StoredArray>& arrays);

/// What to do with several files that hold different rows.
[[nodiscard]] std::string rows_elsewhere(bool in_memory);

}  // namespace qualm::detail
