// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "report/top_rows.h"

namespace qualm::report {

/// A row as bytes, for another process of the same program on the same kind of machine.
[[nodiscard]] std::string pack_top_row(const TopRow& row);
/// Takes one from the start of `bytes`, which must hold one.
[[nodiscard]] TopRow unpack_top_row(std::string_view& bytes);

}  // namespace qualm::report
