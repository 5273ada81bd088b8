// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace qualm::cli {

/// Runs `work` and gives its exit code; what it throws is reported in one line on standard error,
/// with the exit code that fits. `who` is read when that happens.
[[nodiscard]] int guarded(const std::string& who, const std::function<int()>& work);

}  // namespace qualm::cli
