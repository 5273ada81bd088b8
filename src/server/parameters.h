// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "qualm/page.h"

namespace qualm::server {

/// The part of an address behind the question mark, decoded.
using Parameters = std::map<std::string, std::string>;

// All throw usage for a name that is not known or a value that does not fit.

/// "1,1,5"; empty: none.
[[nodiscard]] std::vector<double> parse_weights(const std::string& text);
[[nodiscard]] page::RowQuery parse_row_query(const Parameters& parameters);
/// A whole number.
[[nodiscard]] std::size_t parse_whole(const std::string& name, const std::string& text);

}  // namespace qualm::server
