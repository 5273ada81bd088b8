// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "qualm/report/formats.h"

namespace qualm::report {

/// The place of a format in a list of those that there are. Throws usage, naming them, if it is not
/// one of them.
[[nodiscard]] inline std::size_t index_of(Format format, std::span<const Format> there_are) {
  check_format(format, there_are);
  std::size_t i = 0;
  while (there_are[i] != format) ++i;
  return i;
}

}  // namespace qualm::report
