// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "qualm/measures.h"

// Notes for users about options and values. Notes about files: PredictionSet::notes().
namespace qualm {

/// Notes on options that have no effect on the requested measures.
[[nodiscard]] std::vector<std::string> notes_on_options(const MeasureOptions& options);

/// Note on the number of rescaled rows.
[[nodiscard]] std::string note_on_rescaled_rows(std::size_t count);

/// True if all aleatoric values are 0 and at least one measure is built in (a custom measure may be
/// 0 for any prediction).
[[nodiscard]] bool has_no_aleatoric(const Measures& measures);
/// Note on the reason, if all members predict one-hot rows; empty if a class of weight 0 may hide
/// it.
[[nodiscard]] std::optional<std::string> note_on_one_hot_rows(const MeasureOptions& options);

}  // namespace qualm
