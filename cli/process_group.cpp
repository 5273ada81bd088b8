// SPDX-License-Identifier: Apache-2.0
#include "process_group.h"

namespace qualm::cli {
namespace {

Group* chosen = nullptr;

}  // namespace

Group& process_group() noexcept {
  return chosen == nullptr ? only_process() : *chosen;
}

void use_group(Group& group) noexcept {
  chosen = &group;
}

}  // namespace qualm::cli
