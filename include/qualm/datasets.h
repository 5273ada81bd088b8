// SPDX-License-Identifier: Apache-2.0
#pragma once

// Data sets of labelled images and features: registry, search, download, loading.
#include "qualm/datasets/check.h"     // compares files with the published checksums
#include "qualm/datasets/get.h"       // downloads
#include "qualm/datasets/load.h"      // a data set in memory
#include "qualm/datasets/registry.h"  // data sets known by name
#include "qualm/datasets/search.h"    // where files are searched
