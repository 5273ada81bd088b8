// SPDX-License-Identifier: Apache-2.0
#pragma once

// Files in, every result out: what all front doors call.
#include "qualm/analysis/entries.h"         // labels, ids and chosen rows as users say them
#include "qualm/analysis/estimate.h"        // a number of one run, or over several
#include "qualm/analysis/explain.h"         // the most uncertain instances, class by class
#include "qualm/analysis/infinite_rows.h"   // in how many rows a measure is infinite
#include "qualm/analysis/jobs.h"            // what a user asks for, checked and run
#include "qualm/analysis/measure_blocks.h"  // measures block by block, whatever the size
#include "qualm/analysis/notes.h"           // what users should know of options and numbers
#include "qualm/analysis/ood.h"             // out-of-distribution detection
#include "qualm/analysis/ood_source.h"      // the same of rows in several places
#include "qualm/analysis/pictures.h"        // one picture per row
#include "qualm/analysis/pooled.h"  // ensembles put together anew from the members of all runs
#include "qualm/analysis/prediction_set.h"  // prediction files, opened and understood
#include "qualm/analysis/reject.h"          // accuracy when uncertain rows are rejected
#include "qualm/analysis/reject_source.h"   // the same of rows in several places
#include "qualm/analysis/score.h"           // "variance.epistemic[Shirt]"
#include "qualm/analysis/score_table.h"     // scores of every row, run by run
#include "qualm/progress.h"                 // progress reporting and cancellation
