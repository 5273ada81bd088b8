// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace qualm::report {

/// A field as RFC 4180 has it: quoted only where it must be.
[[nodiscard]] std::string csv_field(const std::string& text);

}  // namespace qualm::report
