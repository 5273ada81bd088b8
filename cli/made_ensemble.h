// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace qualm::cli {

/// Made predictions of five members for clothes in ten classes: most are easy, some lie between two
/// classes (every member says so), some are unlike anything seen (members disagree).
struct MadeEnsemble {
  std::size_t n_instances = 1000, n_members = 5, n_classes = 10;
  std::vector<std::string> class_names;
  std::vector<float> probabilities;  ///< n, m, k in C order
};

/// The same numbers for the same seed, on every machine.
[[nodiscard]] MadeEnsemble make_ensemble(std::uint64_t seed);

}  // namespace qualm::cli
