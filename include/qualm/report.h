// SPDX-License-Identifier: Apache-2.0
#pragma once

// Writes results to a sink, or makes figures. Reads no files and does not print.
#include "qualm/report/axioms.h"        // measures and axioms
#include "qualm/report/data.h"          // data sets: found, checked, downloaded
#include "qualm/report/examples.h"      // distributions, as in the paper's Figure 1
#include "qualm/report/explain.h"       // instances, class by class
#include "qualm/report/formats.h"       // the output formats
#include "qualm/report/measures.h"      // measures of instances
#include "qualm/report/ood.h"           // out-of-distribution detection
#include "qualm/report/reject.h"        // accuracy-rejection curves
#include "qualm/report/reproduction.h"  // reproduced and published numbers
