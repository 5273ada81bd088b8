// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "qualm/io.h"

namespace qualm::io {

/// Which of the arrays that a file holds by name: the key's, the usual one, or the only one;
/// labels, ids and class_names do not count where predictions are looked for. Throws data, listing
/// them, if that leaves none or several. Needs: there are names.
[[nodiscard]] std::size_t choose_array(const std::string& label, std::span<const std::string> names,
                                       const OpenOptions& options);

/// The path of an array called `name` in the group of another one: test/labels beside test/probs.
[[nodiscard]] std::string beside(const std::string& array, std::string_view name);

/// "probs, labels and 7 more"
[[nodiscard]] std::string listing_of(std::span<const std::string> names);

}  // namespace qualm::io
