// SPDX-License-Identifier: Apache-2.0
#pragma once

// Work on shards of a data set, stored, and put together to the result of one process.
#include "qualm/state/archive.h"  // values as bytes
#include "qualm/state/merge.h"    // states of all shards to one result
#include "qualm/state/state.h"    // what a command knows of one shard
