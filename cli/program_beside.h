// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace qualm::cli {

/// The path of one of our programs, beside this one or where it was installed; empty: it is not
/// there.
[[nodiscard]] std::string program_beside(const std::string& name);

}  // namespace qualm::cli
