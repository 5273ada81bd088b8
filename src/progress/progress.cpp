// SPDX-License-Identifier: Apache-2.0
#include "qualm/progress.h"

#include "qualm/error.h"

namespace qualm {

void step(const Progress& progress, std::uint64_t done, std::uint64_t total) {
  throw_if_cancelled(progress);
  if (progress.report) progress.report(done, total);
}

void throw_if_cancelled(const Progress& progress) {
  if (progress.cancelled && progress.cancelled()) {
    throw Error(ErrorKind::interrupted, "interrupted");
  }
}

Progress part_of(const Progress& progress, std::uint64_t index, std::uint64_t n) {
  Progress part;
  part.cancelled = progress.cancelled;
  if (progress.report) {
    part.report = [&progress, index, n](std::uint64_t done, std::uint64_t total) {
      progress.report(index * total + done, n * total);
    };
  }
  return part;
}

}  // namespace qualm
