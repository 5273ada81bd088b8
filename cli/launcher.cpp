// SPDX-License-Identifier: Apache-2.0
#include "launcher.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string_view>

#include "io/name_index.h"
#include "io/text.h"
#include "program_beside.h"
#include "qualm/error.h"

namespace qualm::cli {
namespace {

std::string_view setting(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): no thread was started
  return value == nullptr ? "" : value;
}

std::optional<std::size_t> number_in(const char* name) {
  const auto number = io::parse_integer(setting(name));
  if (!number || *number == 0) return std::nullopt;
  return static_cast<std::size_t>(*number);
}

}  // namespace

std::optional<std::size_t> launched_together() {
  if (setting("QUALM_MPI") == "off") return std::nullopt;
  // Open MPI, then MPICH and its relatives.
  for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    if (const auto size = number_in(name)) return size;
  }
  // srun counts every step's tasks, but only with --mpi do they know each other.
  const bool know_each_other = !setting("PMIX_RANK").empty() || !setting("PMI_RANK").empty();
  return know_each_other ? number_in("SLURM_STEP_NUM_TASKS") : std::nullopt;
}

void become_mpi(char** arguments) {
  const std::string program = program_beside("qualm-mpi");
  if (program.empty()) {
    throw_system(fmt::format(
        "{} processes were started together, which needs the program qualm-mpi, and that was not "
        "built: install libopenmpi-dev and build again, start one process, or set QUALM_MPI=off "
        "for independent processes",
        *launched_together()));
  }
  ::execv(program.c_str(), arguments);
  throw_system(fmt::format("{}: cannot be run: {}", program, io::system_text(errno)));
}

}  // namespace qualm::cli
