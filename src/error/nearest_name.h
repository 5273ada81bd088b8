// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace qualm {

/// The candidate that `word` most likely means, for "did you mean ...?": the one with the fewest
/// typing errors (a letter too many, too few, wrong, or two swapped; case is ignored), or the first
/// one that starts with `word`. "" if nothing is near; the earliest candidate where tied.
[[nodiscard]] std::string nearest_name(std::string_view word,
                                       std::span<const std::string_view> candidates);

}  // namespace qualm
