// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "qualm/io.h"
#include "qualm/predictions.h"

namespace qualm::detail {

struct InferredAxes {
  std::string axes;  ///< such as "nmk"
  std::string note;  ///< what to tell the user; empty if nothing had to be guessed
};

/// What the axes of an array of predictions are, from which of them sums to one.
/// Throws usage, asking for --axes, if more than one reading fits; or if none does and rows are
/// going to be rescaled, which would hide a wrong reading.
[[nodiscard]] InferredAxes infer_axes(const io::StoredArray& array, Input input, bool renormalize);

/// Bytes between neighbours along each axis of a stored array.
[[nodiscard]] std::vector<std::uint64_t> storage_strides(const io::StoredArray& array);

}  // namespace qualm::detail
