// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "qualm/training.h"

namespace qualm::cli {

/// What a file of qualm predict says of the members behind it.
struct Provenance {
  training::TrainingPlan plan;  ///< its data set empty: not known
  std::size_t run = 0, members = 0;
  double seconds = 0;                   ///< of training, all members; 0: not known
  std::vector<double> test_accuracies;  ///< of single members, where known
};

/// True if two trainings differ in seed, device and threads at most.
[[nodiscard]] bool is_same_training(const training::TrainingPlan& a,
                                    const training::TrainingPlan& b);

/// Throws data if the array "provenance" is there and damaged.
[[nodiscard]] Provenance read_provenance(const std::string& path);

}  // namespace qualm::cli
