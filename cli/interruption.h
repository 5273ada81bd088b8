// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace qualm::cli {

/// From now on the first SIGINT, SIGTERM, SIGHUP or SIGQUIT only raises a flag, so that work can
/// stop and clean up; the second one kills. A closed pipe and a file above its size limit are
/// errors of write() instead of signals.
void catch_interruptions() noexcept;

[[nodiscard]] bool is_interrupted() noexcept;

}  // namespace qualm::cli
