// SPDX-License-Identifier: Apache-2.0
#pragma once

// State files of shards, and merging them to the result of one process.
#include "qualm/state/archive.h"  // serialization
#include "qualm/state/merge.h"    // merges the states of all shards
#include "qualm/state/state.h"    // the state of a command for one shard
