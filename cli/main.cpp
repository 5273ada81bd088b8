// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "command_line.h"
#include "interruption.h"
#include "launcher.h"
#include "report_error.h"
#include "standard_streams.h"

int main(int count, char** values) {
  qualm::cli::reserve_standard_streams();
  std::string who = "qualm";
  return qualm::cli::guarded(who, [&] {
    // Several copies must not do the same work, nor write the same file.
    if (qualm::cli::launched_together().value_or(1) > 1) qualm::cli::become_mpi(values);
    qualm::cli::catch_interruptions();
    return qualm::cli::run_command_line(std::vector<std::string>(values + 1, values + count), who);
  });
}
