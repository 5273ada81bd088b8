// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "qualm/measures.h"

// What users should know of their options and numbers, in sentences that every front door passes
// on. What they should know of their files is in PredictionSet::notes().
namespace qualm {

/// Options that have no effect on the measures asked for.
[[nodiscard]] std::vector<std::string> notes_on_options(const MeasureOptions& options);

/// How many rows were rescaled to sum one.
[[nodiscard]] std::string note_on_rescaled_rows(std::size_t count);

/// Whether all aleatoric values are 0 and at least one of the measures is built in: a measure of
/// the user alone may be 0 for any prediction.
[[nodiscard]] bool has_no_aleatoric(const Measures& measures);
/// Why that is so, where all members predict one-hot rows; nothing where a class of weight 0 may
/// hide what they predict.
[[nodiscard]] std::optional<std::string> note_on_one_hot_rows(const MeasureOptions& options);

}  // namespace qualm
