// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "qualm/state/archive.h"  // values as bytes
