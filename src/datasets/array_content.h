// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "qualm/datasets/load.h"
#include "qualm/io.h"

namespace qualm {

/// Puts the first `limit` (0: all) instances of an array into a data set: pictures N x H x W,
/// N x H x W x (1 or 3) or N x (1 or 3) x H x W, or features N x D. Pictures of other types than
/// uint8 must be whole numbers up to 255, or floats that `float_pixels` allows.
/// Throws data for any other shape (labels, for instance) and for numbers that do not fit.
void read_instances(const io::StoredArray& array, std::size_t limit, FloatPixels float_pixels,
                    Dataset& into);

/// Whole numbers from 0 on, one per instance: N, or N x 1. `limit` as above.
/// Throws data for any other shape (pictures, for instance) and for numbers that are no labels.
[[nodiscard]] std::vector<std::uint32_t> read_label_array(const io::StoredArray& array,
                                                          std::size_t limit);

/// The label of a row. Throws data, naming both, unless it is a whole number from 0 on.
[[nodiscard]] std::uint32_t label_of(const std::string& label, std::size_t row, double value);

}  // namespace qualm
