// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/dirichlet_job.h"
#include "kernels/sample_job.h"

namespace qualm::kernels {

/// An instruction set that the kernels were compiled for.
struct Target {
  std::string_view name;  ///< "avx3", "avx2", "sse4", "neon", "portable"
  std::int64_t bit = 0;   ///< Highway's number for it
};

/// Asks the processor which targets it can run, best first; on x86 the last is the portable one.
[[nodiscard]] std::vector<Target> find_targets();
/// The same, asked once.
[[nodiscard]] const std::vector<Target>& supported_targets();

/// The best one, or the one that the environment variable QUALM_TARGET names.
/// Throws usage if this machine does not support that one.
[[nodiscard]] Target chosen_target();

/// The kernels compiled for a supported target.
[[nodiscard]] MeasureBlock measure_block_for(const Target& target);
[[nodiscard]] MeasureDirichletBlock measure_dirichlet_block_for(const Target& target);

}  // namespace qualm::kernels
