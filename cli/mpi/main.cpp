// SPDX-License-Identifier: Apache-2.0
// qualm-mpi: the program that `qualm` runs under mpirun. Every process runs the command line, on
// rows of its own; only the first one prints.
#include <unistd.h>

#include <string>
#include <vector>

#include "../command_line.h"
#include "../interruption.h"
#include "../launcher.h"
#include "../process_group.h"
#include "../report_error.h"
#include "../standard_streams.h"
#include "mpi_group.h"
#include "qualm/error.h"

namespace qualm::cli {
namespace {

/// Processes that do not know each other, or that were asked for different things, must not write
/// one file.
void check_together(Group& group, const std::vector<std::string>& arguments) {
  if (const std::size_t n = launched_together().value_or(1); n > group.size()) {
    throw_system(std::to_string(n) +
                 " processes were started together but cannot connect: start them with the "
                 "mpirun of the MPI that qualm was built with, or with srun --mpi=pmix");
  }
  std::string own;
  for (const std::string& argument : arguments) own += argument + '\0';
  const std::string first = group.broadcast(own);
  if (group.sum(own == first ? 0 : 1) == 0) return;
  throw_usage(
      "the processes have different arguments: give all of them the same, or set QUALM_MPI=off for "
      "independent processes");
}

int run(Group& group, const std::vector<std::string>& arguments) {
  std::string who = "qualm";
  return guarded(who, [&] {
    check_together(group, arguments);
    int code = 0;
    agree(group, [&] { code = run_command_line(arguments, who); });
    return code;
  });
}

}  // namespace
}  // namespace qualm::cli

int main(int count, char** values) {
  qualm::cli::reserve_standard_streams();
  qualm::cli::catch_interruptions();
  const std::unique_ptr<qualm::cli::MpiGroup> group = qualm::cli::join_mpi(&count, &values);
  qualm::cli::use_group(*group);
  const int code = qualm::cli::run(*group, std::vector<std::string>(values + 1, values + count));
  // Others may have been killed, or wait for what never comes: mpirun ends them.
  if (qualm::cli::is_interrupted()) ::_exit(code);
  group->leave();
  return code;
}
