// SPDX-License-Identifier: Apache-2.0
#include "run_torch.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "exit_codes.h"
#include "interruption.h"
#include "io/text.h"
#include "program_beside.h"
#include "qualm/error.h"

namespace qualm::cli {
namespace {

// NOLINTBEGIN(concurrency-mt-unsafe): no thread was started
std::string find_program() {
  if (const char* const chosen = std::getenv("QUALM_TORCH"); chosen != nullptr && *chosen != 0) {
    return chosen;
  }
  if (const std::string found = program_beside("qualm-torch"); !found.empty()) return found;
  throw_system(
      "this needs the program qualm-torch, which no package of qualm contains: 'make train' in a "
      "clone installs libtorch-dev and builds it, or name it in QUALM_TORCH");
}

/// What LibTorch is slow without, see docs/training.md.
void set_environment() {
  // OpenBLAS would start threads beside those of LibTorch.
  ::setenv("OPENBLAS_NUM_THREADS", "1", 1);
  // glibc would give the memory of big tensors back to the system at every step.
  ::setenv("MALLOC_MMAP_MAX_", "0", 1);
  ::setenv("MALLOC_TRIM_THRESHOLD_", "17179869184", 1);
  ::setenv("MALLOC_TOP_PAD_", "67108864", 1);
}
// NOLINTEND(concurrency-mt-unsafe)

}  // namespace

void become_torch(const std::string& command, const std::string& job) {
  const std::string program = find_program();
  set_environment();
  ::execl(program.c_str(), "qualm-torch", command.c_str(), job.c_str(), nullptr);
  throw_system(fmt::format("{}: cannot be run: {}", program, io::system_text(errno)));
}

int wait_for_torch(const std::string& command, const std::string& job) {
  const std::string program = find_program();
  set_environment();
  std::string words[] = {"qualm-torch", command, job};
  char* const arguments[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
  pid_t child = 0;
  if (const int error =
          ::posix_spawn(&child, program.c_str(), nullptr, nullptr, arguments, environ)) {
    throw_system(fmt::format("{}: cannot be run: {}", program, io::system_text(error)));
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    if (is_interrupted()) ::kill(child, SIGTERM);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void run_torch(const std::string& command, const std::string& job) {
  const int code = wait_for_torch(command, job);
  if (code == 0) return;
  if (code == exit_code(ErrorKind::interrupted)) {
    throw Error(ErrorKind::interrupted, "interrupted");
  }
  throw_system(fmt::format("qualm-torch {} ended abnormally", command));
}

}  // namespace qualm::cli
