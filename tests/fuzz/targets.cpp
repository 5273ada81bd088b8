// SPDX-License-Identifier: Apache-2.0
#include "fuzz/targets.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "qualm/error.h"

namespace fuzz {

std::span<const Target> targets() {
  static constexpr std::array<Target, 9> all = {{{"arrays", run_arrays},
                                                 {"checkpoints", run_checkpoints},
                                                 {"datasets", run_datasets},
                                                 {"hdf5", run_hdf5},
                                                 {"http", run_http},
                                                 {"kernels", run_kernels},
                                                 {"requests", run_requests},
                                                 {"states", run_states},
                                                 {"texts", run_texts}}};
  return all;
}

const Target& find_target(std::string_view name) {
  for (const Target& target : targets()) {
    if (target.name == name) return target;
  }
  throw std::invalid_argument("no such target: " + std::string(name));
}

void require(bool holds, const char* what) noexcept {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void try_to(const std::function<void()>& read) {
  try {
    read();
  } catch (const qualm::Error& error) {
    require(*error.what() != '\0', "an error has a message");
    require(error.kind() != qualm::ErrorKind::internal, "bytes from outside are no internal error");
  }
}

void try_bytes(const Target& target, Bytes bytes) noexcept {
  try_to([&] { target.run(bytes); });
}

}  // namespace fuzz
