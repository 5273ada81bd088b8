// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

namespace qualm {

/// Progress reporting and cancellation of long work. Both functions are called from any thread.
struct Progress {
  std::function<void(std::uint64_t done, std::uint64_t total)> report;  ///< may be empty
  std::function<bool()> cancelled;  ///< may be empty; true: throw ErrorKind::interrupted
};

/// To be called before a step of the work: throws interrupted if cancelled, else reports.
void step(const Progress& progress, std::uint64_t done, std::uint64_t total);

/// Throws interrupted if the work is cancelled.
void throw_if_cancelled(const Progress& progress);

/// The progress of one of n equal parts of the work. Must not outlive `progress`.
[[nodiscard]] Progress part_of(const Progress& progress, std::uint64_t index, std::uint64_t n);

}  // namespace qualm
