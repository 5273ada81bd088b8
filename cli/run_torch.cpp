// SPDX-License-Identifier: Apache-2.0
#include "run_torch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "io/text.h"
#include "qualm/error.h"

namespace qualm::cli {
namespace {

namespace fs = std::filesystem;

// NOLINTBEGIN(concurrency-mt-unsafe): no thread was started
std::string find_program() {
  if (const char* const chosen = std::getenv("QUALM_TORCH"); chosen != nullptr && *chosen != 0) {
    return chosen;
  }
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& place :
       {folder / "qualm-torch", folder.parent_path() / QUALM_LIBEXEC / "qualm-torch"}) {
    if (fs::exists(place, error)) return place.string();
  }
  throw_system(
      "this needs the program qualm-torch, which was not built: install libtorch-dev and "
      "libopenblas0-pthread and build again, or name it in QUALM_TORCH");
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

}  // namespace qualm::cli
