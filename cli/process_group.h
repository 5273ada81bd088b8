// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/group.h"

namespace qualm::cli {

/// The processes that run this command together: those of mpirun in qualm-mpi, else this one alone.
[[nodiscard]] Group& process_group() noexcept;
/// Set once, at the start; the group must outlive the program's work.
void use_group(Group& group) noexcept;

}  // namespace qualm::cli
