// SPDX-License-Identifier: Apache-2.0
#pragma once

// Training ensembles and letting them predict. Nothing here sees LibTorch: a job is written as JSON
// and done by a program of its own, qualm-torch.
#include "qualm/training/jobs.h"      // what is asked for
#include "qualm/training/plan.h"      // every choice made: what ensemble.json records
#include "qualm/training/recipes.h"   // how the paper trains on each data set
#include "qualm/training/registry.h"  // models and methods by name
