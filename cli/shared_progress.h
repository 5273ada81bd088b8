// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "progress_bar.h"
#include "qualm/group.h"

namespace qualm::cli {

/// The progress of all processes on the bar of the first one; stops when the user has interrupted,
/// or when a process that works on earlier rows has failed. Both must outlive it.
[[nodiscard]] Progress shared_progress(ProgressBar& bar, Group& group);

}  // namespace qualm::cli
