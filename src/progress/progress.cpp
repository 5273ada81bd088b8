// SPDX-License-Identifier: Apache-2.0
#include "qualm/progress.h"

#include "qualm/error.h"

namespace qualm {

void step(const Progress& progress, std::uint64_t done, std::uint64_t total) {
  if (progress.cancelled && progress.cancelled()) {
    throw Error(ErrorKind::interrupted, "interrupted");
  }
  if (progress.report) progress.report(done, total);
}

}  // namespace qualm
