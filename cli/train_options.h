// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "add_options.h"
#include "qualm/training.h"

namespace qualm::cli {

/// Adds the argument DATASET and all options of `qualm train`; `job` must outlive the parse.
void add_train_options(CommandBuilder& command, training::TrainJob& job);

/// The options that say how a network is trained: recipe, optimiser, epochs, order, seed.
void add_recipe_options(CommandBuilder& command, training::TrainJob& job);

/// --device, --jobs and --quiet, of `qualm train` and `qualm predict`.
void add_resource_options(CommandBuilder& command, training::Resources& resources);

}  // namespace qualm::cli
