// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/group.h"
#include "qualm/training.h"

namespace qualm::cli {

/// Trains an ensemble, its members spread over the processes: each starts qualm-torch for those of
/// its own. The members are the same for any number of processes, as their seeds depend on nothing
/// else. Gives the exit code.
[[nodiscard]] int train_together(const training::TrainJob& job, Group& group);

}  // namespace qualm::cli
