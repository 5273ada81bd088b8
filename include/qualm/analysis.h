// SPDX-License-Identifier: Apache-2.0
#pragma once

// From files to results: the functions behind the command line, Python and the page.
#include "qualm/analysis/entries.h"         // labels, IDs and row selections as given by users
#include "qualm/analysis/estimate.h"        // a value of one run, or the mean over several runs
#include "qualm/analysis/explain.h"         // the most uncertain instances, class by class
#include "qualm/analysis/infinite_rows.h"   // in how many rows a measure is infinite
#include "qualm/analysis/jobs.h"            // one job per command: checked, then run
#include "qualm/analysis/measure_blocks.h"  // measures block by block, in bounded memory
#include "qualm/analysis/notes.h"           // notes for users about options and values
#include "qualm/analysis/ood.h"             // out-of-distribution detection
#include "qualm/analysis/ood_source.h"      // the same for rows in several tables or processes
#include "qualm/analysis/pictures.h"        // one picture per row
#include "qualm/analysis/pooled.h"          // ensembles drawn from the members of all runs
#include "qualm/analysis/prediction_set.h"  // prediction files, opened, with axes and classes resolved
#include "qualm/analysis/reject.h"          // accuracy when uncertain rows are rejected
#include "qualm/analysis/reject_source.h"  // the same for rows in several tables or processes
#include "qualm/analysis/score.h"          // "variance.epistemic[Shirt]"
#include "qualm/analysis/score_table.h"    // scores per row and run
#include "qualm/progress.h"                // progress reporting and cancellation
