// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "qualm/analysis.h"

namespace qualm::cli {

/// Texts NAME=FILE by name; a name given again adds a file. Throws usage for one without a name.
[[nodiscard]] std::vector<OtherRows> named_files(std::string_view option,
                                                 const std::vector<std::string>& texts);

}  // namespace qualm::cli
