// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace qualm::cli {

/// From now on the first SIGINT, SIGTERM, SIGHUP or SIGQUIT only raises a flag, so that work can
/// stop and clean up; the second one kills. A closed pipe is an error of write() instead of a
/// signal.
void catch_interruptions() noexcept;

[[nodiscard]] bool is_interrupted() noexcept;

}  // namespace qualm::cli
