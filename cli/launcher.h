// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

namespace qualm::cli {

/// How many processes mpirun, mpiexec or srun --mpi started together with this one; nothing if none
/// of them did. Tasks of Slurm that do not know each other are none, nor are any where QUALM_MPI is
/// "off".
[[nodiscard]] std::optional<std::size_t> launched_together();

/// Becomes qualm-mpi with the same arguments. Throws system if that was not built.
[[noreturn]] void become_mpi(char** arguments);

}  // namespace qualm::cli
