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

/// Options that have no effect on the measures asked for. `log_base_given`: by the user.
[[nodiscard]] std::vector<std::string> notes_on_options(const MeasureOptions& options,
                                                        bool log_base_given);

/// How many rows were rescaled to sum one.
[[nodiscard]] std::string note_on_rescaled_rows(std::size_t count);

/// Whether every aleatoric value is 0, also of a measure of ours: a user's own may be 0 everywhere.
[[nodiscard]] bool has_no_aleatoric(const Measures& measures);
/// Why that is so, where all members predict one-hot rows; nothing where a class of weight 0 may
/// hide what they predict.
[[nodiscard]] std::optional<std::string> note_on_one_hot_rows(const MeasureOptions& options);

}  // namespace qualm
