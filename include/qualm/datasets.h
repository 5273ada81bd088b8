// SPDX-License-Identifier: Apache-2.0
#pragma once

// Labelled pictures and features: which there are, where they are, and their content.
#include "qualm/datasets/check.h"     // is a file the published one?
#include "qualm/datasets/get.h"       // downloads
#include "qualm/datasets/load.h"      // a data set in memory
#include "qualm/datasets/registry.h"  // the data sets that qualm knows by name
#include "qualm/datasets/search.h"    // where their files are looked for
