// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "qualm/training/plan.h"
#include "training/ensemble_folder.h"

namespace qualm::training {

/// What the members of an ensemble share, and whom they talk to.
struct TrainingContext {
  const TrainingPlan& plan;
  std::size_t members;
  const Examples& train;
  const Examples* test;  ///< may be null
  const EnsembleFolder& folder;
  std::string start_from;  ///< folder of the ensemble that gives the first weights; may be empty
  std::size_t evaluate_every;
  std::function<bool()> stopped;
  std::function<void(std::size_t rows)> count;          ///< after each step
  std::function<void(const std::string& line)> report;  ///< after each epoch, JSON
};

enum class Outcome { finished, stopped, diverged };

/// Trains a member (with method snapshot: all members) of a run, from its checkpoint if there is
/// one. Leaves run<r>/member<m>.pt; or a checkpoint when stopped; or a note when diverged.
[[nodiscard]] Outcome train_member(const TrainingContext& context, std::size_t run,
                                   std::size_t member);

}  // namespace qualm::training
