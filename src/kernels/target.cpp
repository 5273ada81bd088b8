// SPDX-License-Identifier: Apache-2.0
#include "kernels/target.h"

#include <cstdlib>
#include <string>

#include "qualm/error.h"

namespace qualm::kernels {

const std::vector<Target>& supported_targets() {
  // Asking the processor takes as long as measuring thousands of rows where it is a virtual one.
  static const std::vector<Target> targets = find_targets();
  return targets;
}

Target chosen_target() {
  const std::vector<Target>& targets = supported_targets();
  const char* wanted = std::getenv("QUALM_TARGET");  // NOLINT(concurrency-mt-unsafe)
  if (wanted == nullptr || *wanted == '\0') return targets.front();
  std::string names;
  for (const Target& target : targets) {
    if (target.name == wanted) return target;
    names += (names.empty() ? "" : ", ") + std::string(target.name);
  }
  throw_usage("QUALM_TARGET=" + std::string(wanted) +
              " is not an instruction set of this machine: choose one of " + names +
              ", or unset it");
}

}  // namespace qualm::kernels
