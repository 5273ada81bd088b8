// SPDX-License-Identifier: Apache-2.0
#include "error/absent_part.h"

#include <fmt/format.h>

#include "qualm/error.h"

namespace qualm {

void throw_absent(std::string_view what, std::string_view library, std::string_view package) {
  throw_system(
      fmt::format("{} needs {}, and this qualm was built without it: install it (Debian: {}) and "
                  "build again",
                  what, library, package));
}

}  // namespace qualm
