// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace qualm::cli {

/// Takes the descriptors 0 to 2 where the caller closed them, so that no file of ours gets one:
/// a message would be written into it. Reading or writing them still fails.
void reserve_standard_streams() noexcept;

/// Writes a message to standard error. What cannot be written is lost: a note must not stop work.
void say(std::string_view text) noexcept;

}  // namespace qualm::cli
