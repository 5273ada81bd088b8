// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "qualm/io.h"

namespace qualm::io {

/// A number as the shortest text that reads back as it; whole numbers up to 2^53 without exponent.
[[nodiscard]] std::string number_text(double number);

/// The texts of 64-bit integers, in the order of the view, if some are beyond 2^53, where doubles
/// skip integers. Else empty.
[[nodiscard]] std::vector<std::string> integer_texts(const ArrayView& view);

/// Each entry as a text.
[[nodiscard]] std::vector<std::string> texts_of(const Entries& entries);

}  // namespace qualm::io
