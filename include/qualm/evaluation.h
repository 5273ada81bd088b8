// SPDX-License-Identifier: Apache-2.0
#pragma once

// Scores and labels in, exact statistics out. Which convention each number follows, and which
// others exist: docs/evaluation.md.
#include "qualm/evaluation/area_bootstrap.h"  // of areas, many scores of the same rows
#include "qualm/evaluation/calibration.h"     // NLL, Brier, ECE, reliability diagram
#include "qualm/evaluation/detection.h"       // ROC, precision-recall, histograms
#include "qualm/evaluation/inference.h"       // DeLong, bootstrap, Holm, runs
#include "qualm/evaluation/intervals.h"       // of areas, without replicates
#include "qualm/evaluation/labels.h"          // checks of what users bring
#include "qualm/evaluation/merge.h"           // rows in pieces, put together exactly
#include "qualm/evaluation/ranking.h"         // the one sort, the counts that all statistics share
#include "qualm/evaluation/rejection.h"       // curves, areas, risk control
