// SPDX-License-Identifier: Apache-2.0
#pragma once

// Results to bytes on a sink, or to a figure. Nothing here reads a file or prints.
#include "qualm/report/axioms.h"        // measures and axioms
#include "qualm/report/data.h"          // data sets: what was found, checked, got
#include "qualm/report/examples.h"      // distributions, as in the paper's Figure 1
#include "qualm/report/explain.h"       // instances, class by class
#include "qualm/report/formats.h"       // which formats there are
#include "qualm/report/measures.h"      // measures of instances
#include "qualm/report/ood.h"           // out-of-distribution detection
#include "qualm/report/reject.h"        // accuracy-rejection curves
#include "qualm/report/reproduction.h"  // ours beside the published numbers
