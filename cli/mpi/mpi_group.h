// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "qualm/group.h"

namespace qualm::cli {

/// The processes of MPI_COMM_WORLD. Waiting for others ends with ErrorKind::interrupted when the
/// user has interrupted; then leave() must not be called, nor anything else of it.
class MpiGroup : public Group {
 public:
  /// Together: the end of MPI.
  virtual void leave() = 0;
};

/// Starts MPI; once per program.
[[nodiscard]] std::unique_ptr<MpiGroup> join_mpi(int* count, char*** arguments);

}  // namespace qualm::cli
