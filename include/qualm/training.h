// SPDX-License-Identifier: Apache-2.0
#pragma once

// Training and prediction jobs. Independent of LibTorch: a job is written as JSON and run by the
// program qualm-torch.
#include "qualm/training/jobs.h"      // jobs
#include "qualm/training/plan.h"      // all settings, as recorded in ensemble.json
#include "qualm/training/recipes.h"   // the paper's settings per data set
#include "qualm/training/registry.h"  // models and methods by name
