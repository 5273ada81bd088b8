// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace qualm::cli {

/// Does the job of a command, given as JSON; gives the exit code.
[[nodiscard]] int run_torch_job(const std::string& command, const std::string& job);

// One file each.
[[nodiscard]] int run_train(const std::string& job);
[[nodiscard]] int run_predict(const std::string& job);

}  // namespace qualm::cli
