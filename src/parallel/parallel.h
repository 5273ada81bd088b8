// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

#include "qualm/progress.h"

namespace qualm {

/// The number of threads that `threads` means: itself, or every core this process may use if 0
/// (OMP_NUM_THREADS, where set to a positive number, is taken instead).
[[nodiscard]] unsigned resolve_threads(unsigned threads) noexcept;

/// Calls body(first, last) for consecutive pieces of [0, n), `grain` long each (the last may be
/// shorter), on up to `threads` threads (0: all cores). Pieces do not depend on the number of
/// threads. Starts no thread for a single piece. If pieces throw, the exception of the first of
/// them (lowest index) is rethrown, whatever the timing: errors are as deterministic as results.
/// Progress is reported at the beginning of each piece, and can stop the work there.
void parallel_for(std::size_t n, std::size_t grain, unsigned threads,
                  const std::function<void(std::size_t first, std::size_t last)>& body,
                  const Progress& progress = {});

}  // namespace qualm
